/** A number as people read it, to be called. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="link unbroken" href={`tel:${phone.replaceAll(' ', '')}`}>
    <bdi dir="ltr">{phone}</bdi>
  </a>
)
