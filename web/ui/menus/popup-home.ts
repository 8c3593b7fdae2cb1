/**
 * The container of lists and menus, inside the page landmark. By default the library renders them outside all
 * landmarks, where landmark navigation never finds them.
 */
export const popupHome = (): HTMLElement => document.querySelector('main') ?? document.body;
