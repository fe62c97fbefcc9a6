import type { DocumentType, TemplateUse } from '../../vocabulary'

/** What a new platform begins with; admins change or archive them. */
type Default = {
  id: string
  use: TemplateUse
  target?: string
  documentTypes?: DocumentType[]
  en: string
  ru: string
  kk: string
  zh: string
}

const idOf = (index: number) => `7e3b1a00-5d2c-4c1e-9a40-${String(index).padStart(12, '0')}`

const TEXTS: Omit<Default, 'id'>[] = [
  {
    use: 'rejection',
    en: 'The details in the application do not match the register of legal entities. Correct them and apply again.',
    ru: 'Сведения в заявке не совпадают с реестром юридических лиц. Исправьте их и подайте заявку снова.',
    kk: 'Өтінімдегі мәліметтер заңды тұлғалар тізіліміне сәйкес келмейді. Оларды түзетіп, өтінімді қайта беріңіз.',
    zh: '申请中的信息与企业登记信息不一致。请更正后重新提交申请。',
  },
  {
    use: 'rejection',
    en: 'The license does not cover the services that {name} applies for. Add one that does and apply again.',
    ru: 'Лицензия не распространяется на услуги, которые заявляет {name}. Добавьте подходящую и подайте заявку снова.',
    kk: '{name} өтінген қызметтерді лицензия қамтымайды. Сәйкес лицензияны қосып, өтінімді қайта беріңіз.',
    zh: '{name} 营业执照的经营范围不包括所申请的服务。请补充相应资质后重新申请。',
  },
  {
    use: 'rejection',
    en: '{name} is already registered on the platform. Ask your colleagues to invite you.',
    ru: 'Организация {name} уже зарегистрирована на платформе. Попросите коллег пригласить вас.',
    kk: '{name} платформада бұрыннан тіркелген. Әріптестеріңізден шақыру сұраңыз.',
    zh: '{name} 已在平台注册。请让同事邀请您加入。',
  },
  {
    use: 'rejection',
    en: 'The documents that we requested have not arrived. Apply again once you have them.',
    ru: 'Запрошенные документы не поступили. Подайте заявку снова, когда они будут готовы.',
    kk: 'Сұралған құжаттар келмеді. Олар дайын болғанда өтінімді қайта беріңіз.',
    zh: '我们未收到要求补充的文件。备齐后请重新申请。',
  },
  {
    use: 'document_rejection',
    en: '{document}: it cannot be read. Upload a sharp, complete copy.',
    ru: '{document}: текст не читается. Загрузите чёткую и полную копию.',
    kk: '{document}: мәтіні оқылмайды. Анық әрі толық көшірмесін жүктеп салыңыз.',
    zh: '{document}：内容无法辨认。请上传清晰完整的副本。',
  },
  {
    use: 'document_rejection',
    en: '{document}: it has expired. Upload a valid one.',
    ru: '{document}: срок действия истёк. Загрузите действующий документ.',
    kk: '{document}: қолданылу мерзімі өтіп кеткен. Жарамды құжатты жүктеп салыңыз.',
    zh: '{document}：已过有效期。请上传有效文件。',
  },
  {
    use: 'document_rejection',
    en: '{document}, uploaded on {date}: the signature or stamp is missing. Upload a signed and stamped copy.',
    ru: '{document}, дата загрузки {date}: нет подписи или печати. Загрузите подписанный экземпляр с печатью.',
    kk: '{document}, жүктеп салынған күні {date}: қолы немесе мөрі жоқ. Қол қойылған, мөрі бар данасын жүктеп салыңыз.',
    zh: '{document}（{date} 上传）：缺少签名或印章。请上传已签字盖章的文件。',
  },
  {
    use: 'document_rejection',
    en: '{document}: it was not issued to {name}. Upload the document of your organization.',
    ru: '{document}: документ выдан не организации {name}. Загрузите документ вашей организации.',
    kk: '{document}: {name} ұйымына емес, басқа ұйымға берілген. Ұйымыңыздың құжатын жүктеп салыңыз.',
    zh: '{document}：不是签发给 {name} 的。请上传贵企业的文件。',
  },
  {
    use: 'item',
    en: '{document}: pages are missing. Upload the whole document as one file.',
    ru: '{document}: не хватает страниц. Загрузите документ целиком одним файлом.',
    kk: '{document}: беттері жетіспейді. Құжатты түгел бір файлмен жүктеп салыңыз.',
    zh: '{document}：缺页。请将完整文件作为一个文件上传。',
  },
  {
    use: 'item',
    en: '{document}: the copy of {date} cannot be read. Take a new photo in good light.',
    ru: '{document}: копия от {date} не читается. Сфотографируйте документ заново при хорошем свете.',
    kk: '{document}: {date} күнгі көшірмесі оқылмайды. Жарық жерде қайта суретке түсіріңіз.',
    zh: '{document}：{date} 的副本无法辨认。请在光线充足处重新拍摄。',
  },
  {
    use: 'item',
    target: 'document:bank_statement',
    en: 'Upload a bank statement that is not older than three months.',
    ru: 'Загрузите выписку из банка не старше трёх месяцев.',
    kk: 'Соңғы үш айда берілген банктен үзінді көшірмені жүктеп салыңыз.',
    zh: '请上传三个月以内的银行对账单。',
  },
  {
    use: 'item',
    target: 'field:basic.address',
    en: 'Correct the address: it does not match your documents.',
    ru: 'Исправьте адрес: он не совпадает с адресом в документах.',
    kk: 'Мекенжайды түзетіңіз: ол құжаттардағы мекенжайға сәйкес емес.',
    zh: '请更正地址：与文件中的地址不一致。',
  },
  {
    use: 'item',
    target: 'field:basic.registrationNumber',
    en: 'Enter the registration number exactly as it appears in the license.',
    ru: 'Укажите регистрационный номер точно так, как в лицензии.',
    kk: 'Тіркеу нөмірін лицензияда жазылғандай дәл көрсетіңіз.',
    zh: '请按营业执照上的写法准确填写注册号。',
  },
  {
    use: 'item',
    en: 'Describe in a few words which goods {name} stores and carries.',
    ru: 'Опишите в нескольких словах, какие товары хранит и перевозит {name}.',
    kk: '{name} қандай тауарларды сақтайтынын және тасымалдайтынын қысқаша жазыңыз.',
    zh: '请简要说明 {name} 储存和运输哪些货物。',
  },
]

export const DEFAULT_TEMPLATES: readonly Default[] = TEXTS.map((text, index) => ({ id: idOf(index + 1), ...text }))
