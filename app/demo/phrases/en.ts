import type { Phrases } from './phrases'

export const en: Phrases = {
  approvals: [
    'All documents match the register. Welcome on board.',
    'Checked against the public register, no remarks.',
    'Address confirmed by phone with the head office.',
    'Papers are complete; the second set answered every question.',
  ],
  rejections: {
    initial_registration: [
      'The registration number belongs to another company.',
      'The company was dissolved last year according to the register.',
    ],
    business_license_renewal: ['The license covers retail only, not warehousing.'],
    tax_registration_renewal: ['The tax certificate was withdrawn by the tax office.'],
    bank_account_update: ['The account holder is a private person, not the company.'],
    operation_mode_change: ['Two of the three warehouses have no dispatcher of their own yet.'],
    address_change: ['The lease for the new address is signed by somebody without power of attorney.'],
    legal_representative_change: ['The register still names the previous director.'],
  },
  requests: {
    initial_registration: [
      'Certificate of incorporation, all pages',
      'Proof of the warehouse address, not older than three months',
      'A clearer scan of the director’s identity card',
    ],
    business_license_renewal: [
      'The renewed license with its annex',
      'The stamp on page 2 is not readable, please scan it again',
    ],
    tax_registration_renewal: ['Tax certificate for the current year', 'Confirmation that there is no tax debt'],
    bank_account_update: ['Bank letter with the account holder’s name', 'Signature card of the new account'],
    operation_mode_change: ['Operations plan for the first three months', 'List of carriers you will work with'],
    address_change: ['Lease agreement for the new address', 'Photo of the entrance with the company sign'],
    legal_representative_change: [
      'Minutes of the meeting that appointed the new director',
      'Extract from the register',
    ],
  },
  answers: [
    'Attached what you asked for. Sorry for the delay.',
    'The bank letter is the second file.',
    'New scans in color, 300 dpi.',
    'Our lawyer sent the missing page, it is attached now.',
  ],
  modeReasons: [
    'We opened our own dispatch center and want to plan routes ourselves.',
    'Peak season: we need the platform’s carriers besides our own fleet.',
    'Our drivers now cover the whole region without outside help.',
  ],
  suspensions: ['Three unanswered complaints about damaged cargo.', 'Insurance lapsed; waiting for the new policy.'],
  inviteNotes: [
    'For the spring logistics fair',
    'Agreed on the phone with the regional office',
    'Second wave of carriers',
  ],
  documentRejections: [
    'The document has expired',
    'The lower half is cut off',
    'The name differs from the application',
  ],
  mainBranch: 'Head office',
  branches: ['North warehouse', 'Airport depot', 'Customs desk', 'Returns center'],
  slogans: ['Every parcel has a name', 'From gate to gate', 'On time, in one piece'],
}
