-- Which attempt makes the file. Only this one may report progress and finish; null until one has begun.
alter table exports add column claim uuid;
