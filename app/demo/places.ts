import type { Country, Currency, Language } from '../vocabulary'
import { itemAt, type Dice } from './dice'

type Place = { city: string; latin: string; timeZone: string }

type Land = {
  language: Language
  currency: Currency
  places: Place[]
  streets: string[]
  /** In the local order of address parts. */
  address: (city: string, street: string, house: number) => string
  people: string[]
  phone: (dice: Dice, serial: number) => string
}

/** The last digits of numbers from unassigned blocks, so that a demonstration never calls a stranger. */
const fourDigits = (serial: number) => String(serial).padStart(4, '0')

export const LANDS: Record<Country, Land> = {
  KZ: {
    language: 'kk',
    currency: 'KZT',
    places: [
      { city: 'Алматы', latin: 'Almaty', timeZone: 'Asia/Almaty' },
      { city: 'Астана', latin: 'Astana', timeZone: 'Asia/Almaty' },
      { city: 'Шымкент', latin: 'Shymkent', timeZone: 'Asia/Almaty' },
      { city: 'Қарағанды', latin: 'Karaganda', timeZone: 'Asia/Almaty' },
      { city: 'Ақтөбе', latin: 'Aktobe', timeZone: 'Asia/Aqtobe' },
      { city: 'Өскемен', latin: 'Oskemen', timeZone: 'Asia/Almaty' },
    ],
    streets: [
      'Абай даңғылы',
      'Сәтбаев көшесі',
      'Қабанбай батыр даңғылы',
      'Төле би көшесі',
      'Сүйінбай даңғылы',
      'Рысқұлов даңғылы',
    ],
    address: (city, street, house) => `${city} қ., ${street}, ${house}`,
    people: [
      'Ақбота Сейдахметова',
      'Серік Омаров',
      'Динара Қасымова',
      'Арман Досжанов',
      'Мадина Тұрсынова',
      'Бауыржан Төлегенов',
      'Раушан Кенжебекова',
      'Олег Цой',
      'Марина Ким',
      'Әсел Құдайбергенова',
      'Тимур Ахметов',
      'Жанар Мұқашева',
    ],
    phone: (dice, serial) => `+7${dice.pick(['702', '705', '747', '777'])}000${fourDigits(serial)}`,
  },
  RU: {
    language: 'ru',
    currency: 'RUB',
    places: [
      { city: 'Москва', latin: 'Moscow', timeZone: 'Europe/Moscow' },
      { city: 'Санкт-Петербург', latin: 'Saint Petersburg', timeZone: 'Europe/Moscow' },
      { city: 'Екатеринбург', latin: 'Yekaterinburg', timeZone: 'Asia/Yekaterinburg' },
      { city: 'Новосибирск', latin: 'Novosibirsk', timeZone: 'Asia/Novosibirsk' },
      { city: 'Владивосток', latin: 'Vladivostok', timeZone: 'Asia/Vladivostok' },
    ],
    streets: ['ул. Складская', 'Промышленный проезд', 'ул. Заводская', 'Варшавское шоссе', 'ул. Портовая'],
    address: (city, street, house) => `г. ${city}, ${street}, д. ${house}`,
    people: [
      'Ирина Власова',
      'Сергей Иванов',
      'Юлия Мельникова',
      'Андрей Соловьёв',
      'Елена Морозова',
      'Алёна Фёдорова',
      'Роман Гусев',
      'Ирина Зайцева',
      'Максим Ершов',
    ],
    phone: (dice, serial) => `+7${dice.pick(['903', '912', '916', '921', '983'])}000${fourDigits(serial)}`,
  },
  CN: {
    language: 'zh',
    currency: 'CNY',
    places: [
      { city: '上海市浦东新区', latin: 'Shanghai', timeZone: 'Asia/Shanghai' },
      { city: '广东省深圳市', latin: 'Shenzhen', timeZone: 'Asia/Shanghai' },
      { city: '陕西省西安市', latin: "Xi'an", timeZone: 'Asia/Shanghai' },
      { city: '浙江省杭州市', latin: 'Hangzhou', timeZone: 'Asia/Shanghai' },
      { city: '新疆乌鲁木齐市', latin: 'Urumqi', timeZone: 'Asia/Urumqi' },
    ],
    streets: ['物流大道', '人民路', '港口路', '科技二路', '丝路大街'],
    address: (city, street, house) => `${city}${street}${house}号`,
    people: ['孙志强', '郑雅琴', '张伟', '马俊', '陈静', '赵磊', '黄丽华', '周杰', '吴敏', '徐晓明'],
    phone: (dice, serial) => `+86${dice.pick(['138', '139', '158', '186'])}0000${fourDigits(serial)}`,
  },
  US: {
    language: 'en',
    currency: 'USD',
    places: [
      { city: 'Newark, NJ 07114', latin: 'Newark', timeZone: 'America/New_York' },
      { city: 'Long Beach, CA 90802', latin: 'Long Beach', timeZone: 'America/Los_Angeles' },
      { city: 'Joliet, IL 60433', latin: 'Joliet', timeZone: 'America/Chicago' },
      { city: 'Memphis, TN 38118', latin: 'Memphis', timeZone: 'America/Chicago' },
    ],
    streets: ['Harbor Street', 'Freight Avenue', 'Depot Road', 'Industrial Way'],
    address: (city, street, house) => `${house} ${street}, ${city}`,
    people: [
      'Andrew Palmer',
      'Laura Bennett',
      'Victor Nolan',
      'Grace O’Connor',
      'Samuel Adeyemi',
      'Nora Whitfield',
      'Jorge Peña',
    ],
    phone: (dice, serial) => `+1${dice.pick(['212', '310', '312', '901'])}555${fourDigits(100 + (serial % 100))}`,
  },
}

export const placeOf = (country: Country, serial: number): Place => itemAt(LANDS[country].places, serial)
export const personOf = (country: Country, serial: number): string => itemAt(LANDS[country].people, serial)

export function addressIn(dice: Dice, country: Country, place: Place): string {
  const land = LANDS[country]
  return land.address(place.city, dice.pick(land.streets), dice.between(2, 240))
}
