/** Whether this browser supports popovers; otherwise they are open while something in them has the focus. */
export const knowsPopovers = (): boolean => 'popover' in HTMLElement.prototype

export const isOpen = (popover: Element): boolean => knowsPopovers() && popover.matches(':popover-open')
