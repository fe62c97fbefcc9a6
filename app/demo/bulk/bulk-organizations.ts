import { sql, type SQL } from 'drizzle-orm'
import { COUNTRIES, OPERATION_MODES, SERVICE_TYPES, type Country } from '../../vocabulary'
import { LANDS } from '../places'
import { changed, draw, list, numbered, ownId, picked, share, within, type Bulk, type Chunk } from './draw'

/** Two words each, so that few words make many names; the second is what the company does. */
const NAMES: Record<Country, { first: string[]; second: string[]; legal: (name: SQL) => SQL }> = {
  KZ: {
    first: ['Алтын', 'Көк', 'Сарыарқа', 'Жетісу', 'Ұлы Дала', 'Қыран', 'Бәйтерек', 'Tengri', 'Nomad', 'Каспий'],
    second: ['Логистика', 'Жүк', 'Карго', 'Қойма', 'Экспресс', 'Транс', 'Терминал'],
    legal: (name) => sql`'ТОО «' || ${name} || '»'`,
  },
  CN: {
    first: ['天山', '长安', '东海', '丝路', '北斗', '南山', '钱塘', '黄河'],
    second: ['物流', '货运', '仓储', '供应链', '冷链', '快运'],
    legal: (name) => sql`${name} || '有限公司'`,
  },
  RU: {
    first: ['Северный', 'Уральский', 'Сибирский', 'Волжский', 'Балтийский', 'Таёжный', 'Полярный'],
    second: ['Терминал', 'Склад', 'Транзит', 'Экспресс', 'Контейнер', 'Фрахт'],
    legal: (name) => sql`'ООО «' || ${name} || '»'`,
  },
  US: {
    first: ['Prairie', 'Harbor', 'Summit', 'Ironwood', 'Magnolia', 'Great Lakes', 'Copper Canyon', 'Tidewater'],
    second: ['Freight', 'Warehousing', 'Crossdock', 'Carriers', 'Distribution', 'Returns'],
    legal: (name) => sql`${name} || ', Inc.'`,
  },
}

const COUNTRY_CHOICES: Country[] = ['KZ', 'KZ', 'KZ', 'CN', 'RU', 'RU', 'US']
/** Statuses that fit a decided or open first application, which `bulk-verifications` makes. */
const STATUS_CHOICES = [
  'active',
  'active',
  'active',
  'active',
  'approved',
  'suspended',
  'archived',
  'pending',
  'rejected',
]
const AGE_DAYS = 900

const gap = (country: Country) => (country === 'CN' ? '' : ' ')
const byCountry = (value: (country: Country) => SQL): SQL =>
  sql`case country ${sql.join(
    COUNTRIES.map((country) => sql`when ${country} then ${value(country)}`),
    sql` `,
  )} end`

export const insertBulkOrganizations = async (bulk: Bulk, chunk: Chunk): Promise<number> => {
  const name = byCountry(
    (country) =>
      sql`${picked(1, NAMES[country].first)} || ${gap(country)}::text || ${picked(2, NAMES[country].second)} || ${gap(country)}::text || i`,
  )
  const place = (country: Country) =>
    picked(
      3,
      LANDS[country].places.map(({ city }) => city),
    )
  const inserted = await changed(
    bulk.db,
    sql`
      insert into organizations (id, name, legal_name, registration_number, country, operation_mode, status, is_trial,
        email, phone, address, time_zone, pickup_countries, delivery_countries, service_types, auto_accept_orders,
        order_timeout_minutes, allow_cod, max_weight_kg, max_size_cm, is_247_service, pickup_hours, delivery_hours,
        working_days, virtual_warehouse, platform_delivery, platform_customs, international_shipping, auto_dispatch,
        customer_self_service, default_locale, default_currency, created_at)
      select ${ownId}, name, ${byCountry((country) => NAMES[country].legal(sql`name`))},
        lpad(((${draw(4)}::bigint * 65536 + ${draw(5)}) % 1000000000)::text, 9, '1') || lpad((i % 1000)::text, 3, '0'),
        country, ${picked(5, OPERATION_MODES)}, ${picked(6, STATUS_CHOICES)}, ${share(6)} < 0.2,
        'office@company' || i || '.example', '+7771' || lpad((i % 10000000)::text, 7, '0'),
        ${byCountry((country) => sql`${place(country)} || ', ' || ${picked(4, LANDS[country].streets)} || ', ' || (1 + i % 240)`)},
        ${byCountry(
          (country) =>
            sql`${picked(
              3,
              LANDS[country].places.map(({ timeZone }) => timeZone),
            )}`,
        )},
        array[country], ${list(COUNTRIES)}, array[${picked(7, SERVICE_TYPES)}], ${share(1)} < 0.5, 30, ${share(2)} < 0.5,
        100 + ${draw(4)} % 2900, 240, ${share(3)} < 0.2, '09:00–19:00', '10:00–20:00',
        ${list(['mon', 'tue', 'wed', 'thu', 'fri'])}, ${share(4)} < 0.3, ${share(5)} < 0.5, ${share(6)} < 0.4,
        ${share(7)} < 0.5, ${share(1)} < 0.4, ${share(2)} < 0.4,
        ${byCountry((country) => sql`${LANDS[country].language}::text`)}, ${byCountry((country) => sql`${LANDS[country].currency}::text`)},
        ${within(bulk, AGE_DAYS, 7)}
      from ${numbered(bulk, 'organization', chunk)}
      cross join lateral (select ${picked(0, COUNTRY_CHOICES)} country) land
      cross join lateral (select ${name} as name) named
      on conflict do nothing`,
  )
  await insertPrimaryBranches(bulk, chunk)
  return inserted
}

const insertPrimaryBranches = (bulk: Bulk, chunk: Chunk) =>
  changed(
    bulk.db,
    sql`
      insert into branches (id, organization_id, name, person, phone, email, address, is_primary)
      select md5('branch' || m)::uuid, o.id, o.name, ${picked(0, LANDS.KZ.people)}, o.phone, o.email, o.address, true
      from ${numbered(bulk, 'organization', chunk)}
      join organizations o on o.id = ${ownId}
      on conflict do nothing`,
  )
