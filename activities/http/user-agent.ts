import manifest from '../../package.json' with { type: 'json' };

/**
 * How this project introduces itself to other people's servers.
 *
 * @param contact mail or web address of whoever runs it; null: nobody can be reached
 */
export function userAgentOf(contact: string | null): string {
  const product = `Plumbline/${manifest.version}`;
  if (contact === null) return product;
  return `${product} (${isMailAddress(contact) ? `mailto:${contact}` : contact})`;
}

/** Whether a contact is a mail address and not a web address. */
export function isMailAddress(contact: string): boolean {
  return contact.includes('@') && !/^https?:/.test(contact);
}
