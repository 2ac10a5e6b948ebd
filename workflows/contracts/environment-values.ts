import { z } from 'zod';

/** Forms of the values of environment variables. Messages follow the name of the variable and never repeat its value. */

export const anyText = z.string();

export const switchValue = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');

/** Values separated by commas. */
export const listValue = z.string().transform((written) => written.split(',').map((entry) => entry.trim()));

export const addressValue = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** For servers that get their key in a header: a name or password would show wherever the address does. */
export const plainAddressValue = addressValue.pipe(
  z.string().refine((address) => {
    const { username, password } = new URL(address);
    return username === '' && password === '';
  }, 'must hold no name and no password; the key has a variable of its own'),
);

export const hoursValue = z.coerce.number('must be a number of hours').min(0, 'must be a number of hours, 0 or more');

/** @param most longest time that is allowed */
export function secondsValue(most: number) {
  const range = `must be a number of seconds, 1 to ${most}`;
  return z.coerce.number(range).min(1, range).max(most, range);
}

// Both are sent in a header, so they are ASCII without blanks and parentheses.
const MAIL_ADDRESS = /^[\w.+-]+@[\w.-]+$/;
const WEB_ADDRESS = /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/i;
export const contactValue = z
  .string()
  .refine(
    (contact) => MAIL_ADDRESS.test(contact) || WEB_ADDRESS.test(contact),
    'must be a mail address or a web address',
  );

const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s:/[\]@*]+)(?::\d{1,5})?$/i;
export const hostsValue = listValue.pipe(
  z.array(z.string().toLowerCase().regex(HOST, 'lists hosts like wiki.example or wiki.example:8080, with commas')),
);

export const databaseValue = z
  .string()
  .refine(
    (written) => /^postgres(?:ql)?:$/.test(URL.parse(written)?.protocol ?? ''),
    'must be a PostgreSQL address like postgres://user@host:5432/database',
  );
