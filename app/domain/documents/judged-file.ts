import type { DocumentMediaType } from '../../vocabulary'

/** Why a file is not taken. */
export type FileFault = 'empty' | 'too-large' | 'kind' | 'broken' | 'pixels' | 'locked' | 'ending'

/** What a file is by its content. `parts` is the file without what tells of places and devices; null when it stays as it is. */
export type JudgedFile<Part> = { mediaType: DocumentMediaType; parts: Part[] | null } | { fault: FileFault }
