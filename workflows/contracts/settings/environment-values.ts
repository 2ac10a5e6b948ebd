import { z } from 'zod';
import { WORK_KINDS } from '../common/task-queues.ts';

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

/** Languages of OCR, by the names of their data: `eng`, `deu+eng`. */
export const ocrValue = z
  .string()
  .regex(/^[a-z]+(?:_[a-z]+)*(?:\+[a-z]+(?:_[a-z]+)*)*$/, 'must be off, or languages like eng or deu+eng')
  .transform((written) => (written === 'off' ? null : written));

export const hoursValue = z.coerce.number('must be a number of hours').min(0, 'must be a number of hours, 0 or more');

/** @param most longest time that is allowed */
export function secondsValue(most: number) {
  const range = `must be a number of seconds, 1 to ${most}`;
  return z.coerce.number(range).min(1, range).max(most, range);
}

/** @param most longest time that is allowed */
export function minutesValue(most: number) {
  const range = `must be a whole number of minutes, 0 to ${most}`;
  return z.coerce.number(range).int(range).min(0, range).max(most, range);
}

/** Values have no blanks around them, so the blank that separates a prefix from its text is added. */
export const prefixValue = z
  .string()
  .transform((written) => (written === 'none' ? '' : `${written.replaceAll('\\n', '\n')} `));

export const FEWEST_DIMENSIONS = 16;
export const MOST_DIMENSIONS = 8_192;
const DIMENSIONS_RANGE = `must be a whole number from ${FEWEST_DIMENSIONS} to ${MOST_DIMENSIONS}`;
export const dimensionsValue = z.coerce
  .number(DIMENSIONS_RANGE)
  .int(DIMENSIONS_RANGE)
  .min(FEWEST_DIMENSIONS, DIMENSIONS_RANGE)
  .max(MOST_DIMENSIONS, DIMENSIONS_RANGE);

/** From 1. */
export function wholeNumberValue(most: number) {
  const range = `must be a whole number, 1 to ${most}`;
  return z.coerce.number(range).int(range).min(1, range).max(most, range);
}

/** From 0. */
export function decimalValue(most: number) {
  const range = `must be a number, 0 to ${most}`;
  return z.coerce.number(range).min(0, range).max(most, range);
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

const isRecipient = (written: string): boolean =>
  plainAddressValue.safeParse(written).success ||
  (written.startsWith('mailto:') && MAIL_ADDRESS.test(written.slice('mailto:'.length)));
/** Who is told of runs. */
export const recipientsValue = listValue.pipe(
  z.array(z.string().refine(isRecipient, 'lists http(s) addresses and mailto:name@host, with commas')),
);

export const smtpValue = z.string().refine((written) => {
  const { protocol = '', hostname = '' } = URL.parse(written) ?? {};
  return /^smtps?:$/.test(protocol) && hostname !== '';
}, 'must be an address like smtps://user:password@host:465');

const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s:/[\]@*]+)(?::\d{1,5})?$/i;
export const hostsValue = listValue.pipe(
  z.array(z.string().toLowerCase().regex(HOST, 'lists hosts like wiki.example or wiki.example:8080, with commas')),
);

export const HTTP_TOKEN_FORM = '16 to 512 letters, digits and . _ ~ + / -';
/** The form of RFC 6750. */
export const httpTokenValue = z.string().regex(/^(?=.{16,512}$)[\w.~+/-]+=*$/, `must have ${HTTP_TOKEN_FORM}`);

export const tenantValue = z.string().regex(/^[\w.-]{1,64}$/, 'use 1 to 64 letters, digits and . _ -');

/** Who issues tokens is believed, so others on the way must not answer in its place. */
export const issuerValue = plainAddressValue.pipe(
  z.string().refine((address) => {
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  }, 'must be an https address'),
);

export const databaseValue = z
  .string()
  .refine(
    (written) => /^postgres(?:ql)?:$/.test(URL.parse(written)?.protocol ?? ''),
    'must be a PostgreSQL address like postgres://user@host:5432/database',
  );

const S3_PLACE =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?!\.|.*\/\.)(?<prefix>[\w.-]+(?:\/[\w.-]+)*))?\/?$/;
/** A bucket of S3, and the beginning of all keys in it. */
export const s3Value = z.string().transform((written, context) => {
  const { bucket, prefix = '' } = S3_PLACE.exec(written)?.groups ?? {};
  if (bucket !== undefined) return { bucket, prefix };
  context.addIssue('must name a bucket like s3://bucket/prefix');
  return z.NEVER;
});

const SIZE = /^(?<amount>\d+(?:\.\d+)?) ?(?<unit>[KMGT]?B)?$/i;
/** Bytes; a unit is 1,024 of the one before. */
export const sizeValue = z.string().transform((written, context) => {
  const { amount, unit = 'B' } = SIZE.exec(written)?.groups ?? {};
  if (amount !== undefined) return Number(amount) * 1_024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit.toUpperCase());
  context.addIssue('must be a size like 500MB or 2GB');
  return z.NEVER;
});

export const queuesValue = listValue.pipe(
  z.array(z.enum(WORK_KINDS, `lists the queues to serve: any of ${WORK_KINDS.join(',')}`)),
);

/** A setting: of an environment variable, or, where its name has a point, of the config file alone. */
export interface EnvironmentVariable {
  /** Its place in the config file; a secret has the name of a variable there. */
  readonly file?: string;
  /** Form of the value; the value is a text without blanks around it, and an empty one counts as unset. */
  readonly schema: z.ZodType;
  /** In one line. */
  readonly meaning: string;
  /** Value when it is unset, as it would be written; absent: no value. */
  readonly default?: string;
  /** What holds when it is unset and has no default value. */
  readonly unset?: string;
  /** Values that are allowed, where the meaning does not say it. */
  readonly range?: string;
  /** Its value must never be shown. */
  readonly isSecret?: boolean;
}
