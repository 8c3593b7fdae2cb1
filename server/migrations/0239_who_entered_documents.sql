-- Who saved a document over its author's figures stays one of its authors: they cannot approve it, not even once someone else
-- saved it again (rule P15, decision 066). The last who changed it says too little. Of what is there already, the creator and the
-- last editor are known.
alter table purchase_orders add column editors bigint[] not null default '{}';
update purchase_orders po set editors = array(
  select distinct id from unnest(array[po.changed_by] || array(
    select r.changed_by from purchase_order_revisions r where r.purchase_order_id = po.id)) as known (id)
  where id is not null)
where po.changed_by is not null;

alter table purchase_order_waiting_revisions add column editors bigint[] not null default '{}';
update purchase_order_waiting_revisions set editors = array[asked_by];

alter table expenses add column editors bigint[] not null default '{}';
-- What is posted is approved, and stays as it is.
update expenses set editors = array[changed_by]
where status in ('draft', 'submitted', 'rejected') and changed_by is not null;
