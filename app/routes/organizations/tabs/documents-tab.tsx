import { href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { DocumentStatusBadges } from '../../../ui/document-status-badges'
import { FileStateBadge } from '../../../ui/file-state-badge'
import { Link } from '../../../ui/link'
import { DataTable } from '../../../ui/lists/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { NotGiven } from '../../../ui/facts'
import { Icon } from '../../../ui/icon'
import { MenuLink, RowMenu } from '../../../ui/menu'
import { Time } from '../../../ui/time'
import type { EditHref, PathOfDialog } from '../edit-link'
import type { ContentOf } from './tab-content.server'
import { UserText } from '../../../ui/user-text'

type Documents = ContentOf<'documents'>['documents']

export function DocumentsTab({ documents, editHref }: { documents: Documents; editHref: EditHref }) {
  const { t } = useTranslation(['organizations', 'verifications'])
  return (
    <DataTable
      caption={t('document.caption')}
      rows={documents}
      rowKey={(row) => row.id}
      actions={(row) => <DocumentMenu row={row} editHref={editHref} />}
      empty={<EmptyState title={t('document.emptyTitle')} text={t('document.emptyText')} icon="file" />}
      columns={[
        { key: 'file', label: t('document.column.file'), cell: (row) => <File row={row} /> },
        {
          key: 'status',
          label: t('document.column.status'),
          cell: (row) => <DocumentStatusBadges {...row} />,
        },
        {
          key: 'verification',
          label: t('document.column.verification'),
          cell: (row) =>
            row.verification ? (
              <Link className="link" to={row.verification.href}>
                {t(`verifications:type.${row.verification.type}`)}
              </Link>
            ) : (
              <NotGiven />
            ),
        },
        {
          key: 'size',
          label: t('document.column.size'),
          cell: (row) => row.size,
          align: 'end',
          tight: true,
          soft: true,
        },
        {
          key: 'uploaded',
          label: t('document.column.uploaded'),
          cell: (row) => <Time {...row.uploadedAt} />,
          tight: true,
          soft: true,
        },
      ]}
    />
  )
}

/** A document's type, file name, and why it was rejected. */
function File({ row }: { row: Documents[number] }) {
  const { t } = useTranslation(['organizations', 'common'])
  return (
    <span className="grid gap-0.5 py-1">
      <span className="font-semibold">{t(`document.type.${row.type}`)}</span>{' '}
      {row.fileState === 'ready' ? (
        <a className="link inline-flex items-center gap-1 text-sm" href={row.fileHref} target="_blank" rel="noreferrer">
          <Icon name="external-link" />
          <span className="sr-only">{t('common:labelled', { label: t('document.open'), value: '' })}</span>
          <UserText>{row.fileName}</UserText>
        </a>
      ) : (
        <UserText className="text-sm">{row.fileName}</UserText>
      )}
      <FileStateBadge state={row.fileState} />
      {row.rejectionReason ? <UserText className="text-sm text-ink-soft">{row.rejectionReason}</UserText> : null}
    </span>
  )
}

/** What can be done with one document. */
function DocumentMenu({ row, editHref }: { row: Documents[number]; editHref: EditHref }) {
  const { t } = useTranslation('organizations')
  const check =
    (verdict: 'verify' | 'reject'): PathOfDialog =>
    ({ id }) =>
      href(`/organizations/:id/documents/:documentId/${verdict}`, { id, documentId: row.id })
  return (
    <RowMenu label={t('document.menu', { name: row.fileName })}>
      {editHref && row.mayJudge && row.status !== 'verified' && row.fileState !== 'infected' ? (
        <MenuLink to={editHref(check('verify'))} preventScrollReset icon="check">
          {t('document.verify')}
        </MenuLink>
      ) : null}
      {editHref && row.mayJudge && row.status !== 'rejected' ? (
        <MenuLink to={editHref(check('reject'))} preventScrollReset icon="x" danger>
          {t('document.reject')}
        </MenuLink>
      ) : null}
      {row.fileState === 'ready' || row.fileState === 'unscanned' ? (
        <MenuLink to={`${row.fileHref}?download`} reloadDocument icon="download">
          {t('document.download')}
        </MenuLink>
      ) : null}
    </RowMenu>
  )
}
