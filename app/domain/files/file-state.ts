import type { ScanState } from '../../vocabulary'

/** What can be done with a document's file now: `ready` can be viewed, `unscanned` only downloaded, the others neither. */
export type FileState = 'ready' | 'unscanned' | 'infected' | 'missing'

type StoredState = { scanState: ScanState; fileMissingSince: Date | null }

export type WithFileState<Row> = Omit<Row, keyof StoredState> & { fileState: FileState }

/** Documents with their file state in place of the columns that it derives from. */
export const withFileStates = <Row extends StoredState>(
  rows: readonly Row[],
  hasScanner: boolean,
): WithFileState<Row>[] =>
  rows.map(({ scanState, fileMissingSince, ...row }) => ({
    ...row,
    fileState: fileState({ scanState, fileMissingSince }, hasScanner),
  }))

/** The file is gone or infected, so the applicant is asked for it again. */
export const hasLostFile = ({ scanState, fileMissingSince }: StoredState): boolean =>
  scanState === 'infected' || fileMissingSince !== null

/** With a scanner, a file that it has not cleared is never shown in place. Without one, every file is ready. */
export function fileState({ scanState, fileMissingSince }: StoredState, hasScanner: boolean): FileState {
  if (scanState === 'infected') return 'infected'
  if (fileMissingSince) return 'missing'
  return scanState === 'clean' || !hasScanner ? 'ready' : 'unscanned'
}
