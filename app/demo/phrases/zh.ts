import type { Phrases } from './phrases'

export const zh: Phrases = {
  approvals: ['材料与登记信息一致，予以通过。', '已与总部电话核实地址。', '补充材料齐全，无其他问题。'],
  rejections: {
    initial_registration: ['统一社会信用代码属于另一家公司。', '登记信息显示该公司已注销。'],
    business_license_renewal: ['经营范围不包含仓储服务。'],
    tax_registration_renewal: ['税务登记证已被税务机关注销。'],
    bank_account_update: ['账户户名为个人，不是企业账户。'],
    operation_mode_change: ['三个仓库中有两个尚未配备调度员。'],
    address_change: ['租赁合同签字人没有授权委托书。'],
    legal_representative_change: ['登记信息中的法定代表人尚未变更。'],
  },
  requests: {
    initial_registration: ['营业执照副本（全部页面）', '近三个月内的仓库地址证明', '法定代表人身份证的清晰扫描件'],
    business_license_renewal: ['换发后的营业执照及附件', '第二页印章不清晰，请重新扫描'],
    tax_registration_renewal: ['本年度完税证明', '无欠税证明'],
    bank_account_update: ['注明户名的银行开户证明', '新账户的印鉴卡'],
    operation_mode_change: ['前三个月的运营计划', '合作承运商名单'],
    address_change: ['新地址的租赁合同', '带公司招牌的门面照片'],
    legal_representative_change: ['任命新法定代表人的股东会决议', '最新的工商登记信息'],
  },
  answers: ['已按要求补充材料，请查收。', '银行证明见第二个文件。', '已重新扫描为彩色文件。'],
  modeReasons: [
    '我们新建了调度中心，希望自行规划路线。',
    '旺季运力不足，需要平台的承运商配合。',
    '自有车队已覆盖全区域，不再需要外包。',
  ],
  suspensions: ['三起货损投诉未答复。', '保险已到期，等待新保单。'],
  inviteNotes: ['霍尔果斯口岸推介会使用', '已与分公司电话确认', '第二批承运商'],
  documentRejections: ['文件已过期', '页面下半部分缺失', '名称与申请不一致'],
  mainBranch: '总部',
  branches: ['北区仓库', '机场货运站', '报关点', '退货中心'],
  slogans: ['货通天下', '门到门，更放心', '准时送达'],
}
