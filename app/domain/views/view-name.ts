export const VIEW_NAME_MAX_LENGTH = 60
