import { IntlMessageFormat } from 'intl-messageformat';
import { ALL_TEMPLATES, type PhraseKey, type PhraseTemplates } from './english-templates.ts';

/** Says one phrase. Text is inserted as it is, numbers as plain digits. */
export type Say = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Says phrases by their templates; one that is missing is said in English.
 *
 * @param language decides which form of a plural is used, ISO 639-1
 */
export function createSay(language: string, templates: Partial<PhraseTemplates>): Say {
  const messages = new Map<PhraseKey, IntlMessageFormat>();
  const messageFor = (key: PhraseKey): IntlMessageFormat => {
    const template = templates[key];
    return template === undefined
      ? new IntlMessageFormat(ALL_TEMPLATES[key], 'en', undefined, { ignoreTag: true })
      : new IntlMessageFormat(template, language, undefined, { ignoreTag: true });
  };
  return (key, values = {}) => {
    const message = messages.get(key) ?? messageFor(key);
    messages.set(key, message);
    return String(message.format({ ...values }));
  };
}
