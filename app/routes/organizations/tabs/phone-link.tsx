/** A formatted phone number that can be called. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="link unbroken" href={`tel:${phone.replaceAll(' ', '')}`}>
    <bdi dir="ltr">{phone}</bdi>
  </a>
)
