export const WORDS_MAX_LENGTH = 2000
export const ITEM_MAX_LENGTH = 500
export const ITEMS_MAX = 20
