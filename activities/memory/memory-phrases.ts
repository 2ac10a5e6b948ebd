import { sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { Refusal } from './memory-guard.ts';

const ENGLISH = {
  noted: (text: string) => `Noted: ${text}`,
  replaces: (text: string) => `It replaces: ${text}`,
  conflicts: (text: string, command: string) =>
    `Something else is remembered as well: ${text}. To forget it: ${command}`,
  similar: (text: string, command: string) =>
    `This shares words with it, and no model compared them: ${text}. To forget it: ${command}`,
  remembered: (text: string) => `Remembered: ${text}`,
  confirmed: (text: string) => `Confirmed: ${text}`,
  refused: (text: string, refusal: Refusal) =>
    `Refused to remember ${refusal === 'secret' ? 'it' : `“${text}”`}: ${ENGLISH_REFUSALS[refusal]}`,
  /** Follows the refusal of a secret, which the message itself keeps. */
  stays: (command: string) => `Your message stays in this conversation until that is deleted: ${command}`,
  /** Answers a request where no user is known. */
  noUser: 'I remember only for a user, and this session has none. Begin one with --user and a name.',
  forget: (command: string) => `Nothing is erased by a message. This command does it: ${command}`,
};

/** What answers say of changes to the memory, in the language of the message. */
export type MemoryPhrases = typeof ENGLISH;

const ENGLISH_REFUSALS: Readonly<Record<Refusal, string>> = {
  'no-reason': 'no reason of the three kinds (asked, critical, correction)',
  'not-asked': 'there was no request to remember it',
  question: 'it matters only to the current question',
  'not-said': 'the person did not say it',
  instructions: 'it reads like instructions to a program',
  secret: 'a password, a key or the number of a card is never remembered; keep it in a password manager',
  conflict: 'it contradicts what is remembered, and was not said as a correction',
};

const GERMAN: MemoryPhrases = {
  noted: (text) => `Notiert: ${text}`,
  replaces: (text) => `Das ersetzt: ${text}`,
  conflicts: (text, command) => `Gemerkt ist auch etwas anderes: ${text}. So wird es vergessen: ${command}`,
  similar: (text, command) =>
    `Das hat Wörter damit gemein, und kein Modell hat beides verglichen: ${text}. So wird es vergessen: ${command}`,
  remembered: (text) => `Gemerkt: ${text}`,
  confirmed: (text) => `Bestätigt: ${text}`,
  refused: (text, refusal) =>
    refusal === 'secret'
      ? `Nicht gemerkt: ${GERMAN_REFUSALS[refusal]}`
      : `Nicht gemerkt: „${text}“, denn ${GERMAN_REFUSALS[refusal]}`,
  stays: (command) => `Ihre Nachricht bleibt in diesem Gespräch, bis es gelöscht wird: ${command}`,
  noUser:
    'Ich merke mir nur etwas für einen Nutzer, und diese Sitzung hat keinen. Beginnen Sie eine mit --user und einem Namen.',
  forget: (command) => `Eine Nachricht löscht nichts. Das tut dieser Befehl: ${command}`,
};

const GERMAN_REFUSALS: Readonly<Record<Refusal, string>> = {
  'no-reason': 'kein Grund der drei Arten liegt vor (Bitte, Wichtigkeit, Korrektur)',
  'not-asked': 'niemand hat darum gebeten',
  question: 'es betrifft nur die aktuelle Frage',
  'not-said': 'die Person hat es nicht gesagt',
  instructions: 'es liest sich wie eine Anweisung an ein Programm',
  secret: 'ein Passwort, ein Schlüssel oder eine Kartennummer wird nie gemerkt; dafür ist ein Passwortmanager da',
  conflict: 'es widerspricht Gemerktem und war keine Korrektur',
};

/** What a person is told of a refusal. @param answerId of the answer to the message */
export function refusalFor(phrases: MemoryPhrases, text: string, refusal: Refusal, answerId: string): string {
  const said = phrases.refused(text, refusal);
  if (refusal !== 'secret') return said;
  return `${said}. ${phrases.stays(`npx plumbline delete ${sessionOfAnswer(answerId) ?? '<id>'}`)}`;
}

export function memoryPhrasesFor(language: string): MemoryPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
