/** A parameter of a WhatsApp template may hold neither line breaks nor tabs nor more than four spaces in a row. */
export const asParameter = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
