import manifest from '../../package.json' with { type: 'json' };

/**
 * The user agent that this project sends to servers.
 *
 * @param contact mail or web address of the operator; null: none
 */
export function userAgentOf(contact: string | null): string {
  const product = `Plumbline/${manifest.version}`;
  if (contact === null) return product;
  return `${product} (${isMailAddress(contact) ? `mailto:${contact}` : contact})`;
}

/** Whether a contact is a mail address, not a web address. */
export function isMailAddress(contact: string): boolean {
  return contact.includes('@') && !/^https?:/.test(contact);
}
