/**
 * Where lists and menus open: within the page, which is a landmark. By itself the kit puts them beside all landmarks,
 * where whoever goes from one to the next never comes by.
 */
export const popupHome = (): HTMLElement => document.querySelector('main') ?? document.body;
