import type { DocumentType, Language } from '../../vocabulary'

/** How applicants name their files. */
export const FILE_NAMES: Record<Language, Record<DocumentType, string>> = {
  en: {
    business_license: 'Business license',
    tax_certificate: 'Tax certificate',
    bank_statement: 'Bank statement',
    representative_id: 'Director identity card',
    lease_agreement: 'Lease agreement (signed)',
    power_of_attorney: 'Power of attorney',
    operations_plan: 'Operations plan',
  },
  ru: {
    business_license: 'Свидетельство о регистрации',
    tax_certificate: 'Справка из налоговой',
    bank_statement: 'Выписка из банка',
    representative_id: 'Удостоверение директора',
    lease_agreement: 'Договор аренды (подписан)',
    power_of_attorney: 'Доверенность',
    operations_plan: 'План работы',
  },
  kk: {
    business_license: 'Тіркеу куәлігі',
    tax_certificate: 'Салық анықтамасы',
    bank_statement: 'Банк көшірмесі',
    representative_id: 'Директордың жеке куәлігі',
    lease_agreement: 'Жалға алу шарты',
    power_of_attorney: 'Сенімхат',
    operations_plan: 'Жұмыс жоспары',
  },
  zh: {
    business_license: '营业执照',
    tax_certificate: '税务登记证',
    bank_statement: '银行开户证明',
    representative_id: '法定代表人身份证',
    lease_agreement: '租赁合同',
    power_of_attorney: '授权委托书',
    operations_plan: '运营计划',
  },
}
