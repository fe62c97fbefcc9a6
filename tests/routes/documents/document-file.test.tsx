import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { isStoreUnavailable } from '../../../app/domain/unavailable.server'
import * as organizationFile from '../../../app/routes/organizations/documents/file'
import * as ownFile from '../../../app/routes/organizations/documents/document'
import * as file from '../../../app/routes/verifications/documents/document'
import * as pages from '../../../app/routes/verifications/documents/pages'
import { partAt, nextPageIndex } from '../../../app/routes/verifications/documents/use-parts'
import { openedAudit } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pdfOf } from '../../support/files'
import { answerOf, visit, type Visit } from '../../support/requests'
import { openedReview, reviewers, type Reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, keepFile, organization, partner, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let people: Reviewers
let opened: Awaited<ReturnType<typeof verification>>
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = await reviewers(db)
  const { id } = await organization(db)
  opened = await verification(db, { organizationId: id, status: 'under_review', reviewer: people.manager })
})
const { page, storedDocument } = openedReview(db, () => ({ services, people, opened }))

/** A PDF of one empty page. */
const ONE_PAGE = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 210 297]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)

const drawn = (id: string, search = '') => {
  const at = { actor: people.manager, params: { id: opened.id, documentId: id } }
  const path = `/verifications/${opened.id}/documents/${id}/pages${search}`
  return pages.loader(visit(services, path, at) as never) as Promise<Response>
}

describe('every page of a PDF is in exactly one of its pictures', () => {
  const of = (length: number, width: number, height: number) => Array.from({ length }, () => [width, height] as const)

  it.each([
    ['one page of 210 x 297', of(1, 210, 297), [1]],
    ['six pages of 300 x 650', of(6, 300, 650), [4, 2]],
    ['six pages of 300 x 900', of(6, 300, 900), [3, 3]],
    ['seven pages of 900 x 300', of(7, 900, 300), [5, 2]],
    ['six pages, the first 1:5', [[300, 1500] as const, ...of(5, 300, 400)], [4, 2]],
    ['three pages, the second 1:15', of(3, 300, 400).with(1, [300, 4500]), [1, 1, 1]],
  ])('%s', async (_, sizes, inPictures) => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await keepFile(services, document, pdfOf(sizes))
    const found: number[] = []
    for (let from: number | null = 0; from !== null;) {
      const part = partAt('', from)
      const picture = await drawn(document.id, part)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      await picture.body?.cancel()
      const { headers } = await drawn(document.id, partAt('', from, 'count'))
      expect(headers.get('x-drawn')).toBe(picture.headers.get('x-drawn'))
      const next: number | null = nextPageIndex(headers, from)
      found.push((next ?? sizes.length) - from)
      from = next
    }
    expect(found).toEqual(inPictures)
    expect((await drawn(document.id, '?thumbnail')).status).toBe(200)
  })

  it('how many pages a picture has can be asked without it, and does not count as opening the document', async () => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await keepFile(services, document, pdfOf(of(6, 300, 900)))
    const told = await drawn(document.id, '?from=3&count')
    expect([told.status, told.headers.get('x-pages'), told.headers.get('x-drawn')]).toEqual([204, '6', '3'])
    expect((await storedDocument(document.id))?.openedAt).toBeNull()
  })

  it('an answer without the number of pages is an error, not the end of the document', () => {
    expect(() => nextPageIndex(new Headers(), 0)).toThrow()
    expect(() => nextPageIndex(new Headers({ 'X-Pages': '6' }), 0)).toThrow()
  })
})

describe('the first opening of a document', () => {
  const read = async (id: string, actor: Actor, search = '') => {
    const at = { actor, params: { id: opened.id, documentId: id } }
    const stored = await storedDocument(id)
    if (stored) await keepFile(services, stored, new TextEncoder().encode('%PDF-1.7'))
    const answer = (await file.loader(
      visit(services, `/verifications/${opened.id}/documents/${id}${search}`, at) as never,
    )) as Response
    await answer.body?.cancel()
  }

  it('is recorded once, when the file is read, even with ?thumbnail in the address', async () => {
    const document = await addDocument(db, opened, 'pending')
    await read(document.id, people.manager, '?thumbnail')
    await read(document.id, people.admin)
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: services.now(), openedBy: people.manager.id })
  })

  it('is recorded for drawn pages but not for a thumbnail, after which an approval still lists it as unopened', async () => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await keepFile(services, document, ONE_PAGE)
    const draw = async (search: string) => {
      const answer = await drawn(document.id, search)
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
      expect(answer.headers.get('x-pages')).toBe('1')
      await answer.body?.cancel()
    }
    const named = async () => {
      const { data } = (await page('?decide=approve')) as { data: { openForm: { unopened: string[] } } }
      return data.openForm.unopened
    }
    await draw('?thumbnail')
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: null, openedBy: null })
    expect(await named()).toEqual(['аренда.pdf'])
    await draw('')
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: services.now(), openedBy: people.manager.id })
    expect(await named()).toEqual([])
  })

  it('is not recorded for a HEAD request, which gets no byte of it', async () => {
    const document = await addDocument(db, opened, 'pending')
    await keepFile(services, document, ONE_PAGE)
    for (const [loader, path, params] of [
      [file.loader, `/verifications/${opened.id}/documents/${document.id}`, { id: opened.id }],
      [pages.loader, `/verifications/${opened.id}/documents/${document.id}/pages`, { id: opened.id }],
      [
        organizationFile.loader,
        `/organizations/${opened.organizationId}/documents/${document.id}/file`,
        { id: opened.organizationId },
      ],
    ] as const) {
      const asked = { actor: people.manager, params: { ...params, documentId: document.id }, isHead: true }
      expect((await answerOf(() => loader(visit(services, path, asked) as never))).status, path).toBe(200)
      expect(await storedDocument(document.id), path).toMatchObject({ openedAt: null, openedBy: null })
      expect((await openedAudit(db)).filter(({ action }) => action === 'document.read')).toEqual([])
    }
  })

  it('is recorded for pages further on, but not for pages that are not there nor for an infected file', async () => {
    const [far, infected] = [
      await addDocument(db, opened, 'pending'),
      await addDocument(db, opened, 'pending', { scanState: 'infected' }),
    ]
    for (const document of [far, infected]) await keepFile(services, document, ONE_PAGE)
    const at = (id: string) => ({ actor: people.manager, params: { id: opened.id, documentId: id } })
    const draw = (id: string, search: string) =>
      answerOf(() =>
        pages.loader(visit(services, `/verifications/${opened.id}/documents/${id}/pages${search}`, at(id)) as never),
      )
    await keepFile(services, far, pdfOf([...Array(6)].map(() => [300, 900] as const)))
    expect((await draw(far.id, '?from=6')).status).toBe(404)
    expect((await storedDocument(far.id))?.openedAt).toBeNull()
    expect((await draw(far.id, '?from=3')).status).toBe(200)
    expect((await draw(infected.id, '')).status).toBe(404)
    expect((await storedDocument(far.id))?.openedAt).toEqual(services.now())
    expect((await storedDocument(infected.id))?.openedAt).toBeNull()
  })

  it('is not recorded for a PDF that the scanner has not cleared, of which no page is drawn', async () => {
    services.scanner = { scan: () => Promise.resolve(null) }
    const document = await addDocument(db, opened, 'pending', { scanState: 'pending' })
    await keepFile(services, document, ONE_PAGE)
    expect((await answerOf(() => drawn(document.id))).status).toBe(404)
    expect((await storedDocument(document.id))?.openedAt).toBeNull()
    services.scanner = null
    expect((await answerOf(() => drawn(document.id))).status).toBe(200)
  })

  it('keeps the first reader, while each reader leaves one audit row however the id is spelled', async () => {
    const document = await addDocument(db, opened, 'pending')
    await keepFile(services, document, ONE_PAGE)
    const draw = async (actor: Actor, id: string) => {
      const at = { actor, params: { id: opened.id, documentId: id } }
      const path = `/verifications/${opened.id}/documents/${id}/pages`
      expect((await answerOf(() => pages.loader(visit(services, path, at) as never))).status).toBe(200)
    }
    await draw(people.manager, document.id)
    await draw(people.admin, document.id.toUpperCase())
    await draw(people.admin, document.id)
    expect(await storedDocument(document.id)).toMatchObject({ openedBy: people.manager.id })
    const read = (await openedAudit(db)).filter(({ action }) => action === 'document.read')
    expect(read.map(({ actorId, objectId }) => [actorId, objectId])).toEqual([
      [people.manager.id, document.id],
      [people.admin.id, document.id],
    ])
  })

  it('a thumbnail of a long page is only 400 pixels high', async () => {
    const document = await addDocument(db, opened, 'pending')
    await keepFile(services, document, pdfOf([[100, 500]]))
    const picture = Buffer.from(await (await drawn(document.id, '?thumbnail')).arrayBuffer())
    expect(picture.readUInt32BE(20)).toBe(400)
  })

  it('a thumbnail, which is not recorded, is too small to read: under 100 pixels wide', async () => {
    const document = await addDocument(db, opened, 'pending')
    await keepFile(services, document, ONE_PAGE)
    const widthOf = async (search: string) =>
      Buffer.from(await (await drawn(document.id, search)).arrayBuffer()).readUInt32BE(16)
    expect(await widthOf('?thumbnail')).toBeLessThan(100)
    expect(await widthOf('')).toBeGreaterThan(1000)
  })
})

/** Each address of a document’s file: its loader, who asks, and the params of the address. */
const everyWay = async (documentId: string) =>
  [
    [file.loader, people.manager, { id: opened.id, documentId }],
    [pages.loader, people.manager, { id: opened.id, documentId }],
    [organizationFile.loader, people.manager, { id: opened.organizationId, documentId }],
    [ownFile.loader, await partner(db, opened.organizationId), { organizationId: opened.organizationId, documentId }],
  ] as const

it('a file whose length differs from that of its document is refused everywhere as if the store were away', async () => {
  const document = await addDocument(db, opened, 'pending')
  await keepFile(services, document, ONE_PAGE)
  let letGo = 0
  services.documents.open = async () => ({
    sizeBytes: 18,
    content: new ReadableStream<Uint8Array>({ cancel: () => void (letGo += 1) }),
  })
  const ways = await everyWay(document.id)
  for (const [loader, actor, params] of ways)
    await expect(answerOf(() => loader(visit(services, '/x', { actor, params }) as never))).rejects.toSatisfy(
      isStoreUnavailable,
    )
  expect(letGo).toBe(ways.length)
  expect(await storedDocument(document.id)).toMatchObject({ openedAt: null })
})

it('a file missing from the store answers 404 and logs one error per request, with only the document’s id', async () => {
  const lines: object[] = []
  services.log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const [{ id: documentId }, infected] = [
    await addDocument(db, opened, 'pending'),
    await addDocument(db, opened, 'pending', { scanState: 'infected' }),
  ]
  const missing = { level: 50, event: 'document-missing', documentId, msg: 'the file of a document is missing' }
  for (const [loader, actor, params] of await everyWay(documentId)) {
    const answer = await answerOf(() => loader(visit(services, '/x', { actor, params }) as never))
    expect([answer.status, lines.splice(0)]).toEqual([404, [missing]])
  }
  // Its file was removed.
  for (const [loader, actor, params] of await everyWay(infected.id))
    expect((await answerOf(() => loader(visit(services, '/x', { actor, params }) as never))).status).toBe(404)
  expect(lines).toEqual([])
})

it('a file is not served when its reading cannot be recorded', async () => {
  const document = await addDocument(db, opened, 'pending')
  await keepFile(services, document, ONE_PAGE)
  services.db = Object.assign(Object.create(services.db), { transaction: () => Promise.reject(new Error('broken')) })
  const at = { actor: people.manager, params: { id: opened.id, documentId: document.id } }
  const path = `/verifications/${opened.id}/documents/${document.id}`
  await expect(answerOf(() => file.loader(visit(services, path, at) as never))).rejects.toThrow('broken')
})

it('a session over its transfer limit gets 429 with Retry-After for files and for pictures of pages', async () => {
  const document = await addDocument(db, opened, 'pending')
  await keepFile(services, document, ONE_PAGE)
  services.env.limitsFactor = 0.001
  const take = (loader: (args: never) => unknown, act: string, sessionId: string) => {
    const at = { actor: { ...people.manager, sessionId }, params: { id: opened.id, documentId: document.id } }
    return answerOf(() =>
      loader(visit(services, `/verifications/${opened.id}/documents/${document.id}${act}`, at) as never),
    )
  }
  for (const [loader, act] of [
    [file.loader, ''],
    [pages.loader, '/pages'],
  ] as const) {
    const sessionId = randomUUID()
    expect((await take(loader, act, sessionId)).status).toBe(200)
    const refusal = await take(loader, act, sessionId)
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '25'])
  }
})

describe('a document file', () => {
  const read = async (search: string, options: Visit = {}, fileName = 'license.pdf') => {
    const sent = await addDocument(db, opened, 'pending', { fileName })
    await keepFile(services, sent, new TextEncoder().encode('%PDF-1.7'))
    const params = { id: opened.id, documentId: sent.id }
    return answerOf(() =>
      file.loader(
        visit(services, `/verifications/x/documents/y${search}`, {
          actor: people.manager,
          params,
          ...options,
        }) as never,
      ),
    )
  }

  it('is served inline with headers that let nothing in it run or be cached', async () => {
    const { status, headers } = await read('')
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'$/)
    expect(headers.get('content-disposition')).toMatch(/^inline; /)
  })

  it.each([
    ['license.pdf', `filename="license.pdf"; filename*=UTF-8''license.pdf`],
    ['аренда 2026.pdf', `filename="______ 2026.pdf"; filename*=UTF-8''%D0%B0%D1%80%D0%B5%D0%BD%D0%B4%D0%B0%202026.pdf`],
    [`a"b\\c/d'(e)*;%.pdf`, `filename="a_b_c_d'(e)*__.pdf"; filename*=UTF-8''a%22b_c_d%27%28e%29%2A%3B%25.pdf`],
    ['x\r\nSet-Cookie: a=b.pdf', `filename="x__Set-Cookie: a=b.pdf"; filename*=UTF-8''x__Set-Cookie%3A%20a%3Db.pdf`],
  ])('%j is downloaded under a safe name', async (fileName, expected) => {
    const { headers } = await read('?download', {}, fileName)
    expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`)
  })

  it('answers 403 to a cashier and 404 for an id that is no document of the verification', async () => {
    expect((await read('', { actor: people.cashier })).status).toBe(403)
    const other = await verification(db, { organizationId: (await organization(db)).id })
    expect((await read('', { params: { id: other.id, documentId: other.id } })).status).toBe(404)
    const theirs = await addDocument(db, other, 'pending')
    await keepFile(services, theirs, ONE_PAGE)
    expect((await read('', { params: { id: other.id, documentId: theirs.id } })).status).toBe(200)
    expect((await read('', { params: { id: opened.id, documentId: theirs.id } })).status).toBe(404)
  })
})
