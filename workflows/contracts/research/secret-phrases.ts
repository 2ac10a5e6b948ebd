/** What a text holds that must not lie in a memory, which every answer may read and quote. */
export type Secret = 'card' | 'password' | 'key';

const CARD = /(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d.,]?\d)/gu;
const PASSWORD =
  /(?<!\p{L})(?:pass(?:word|phrase|code)|passwort|kennwort|zugangscode|pin(?:[ -]?(?:code|number|nummer))?|tan)(?!\p{L})[^.?!\n]{0,40}?(?:(?<!\p{L})(?:is|ist|lautet|was|war)(?!\p{L})|[:=])\s*["'„“]?(?<value>\S{4,})/giu;
/** A word of a sentence has neither. */
const NO_WORD = /\d|\p{Ll}\p{Lu}|[^\p{L}\p{N}\s.,;:!?"'“”„)-]/u;
/** Of services that mark theirs, of encoded tokens, and of files with private keys. */
const MARKED_KEY =
  /(?<![\w-])(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)|-----BEGIN [A-Z ]*PRIVATE KEY-----/u;
const RANDOM_KEY = /(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}(?![\w/-])/u;

/** A number of a card, a password with its value, or a key of a program; null: none of them. */
export function secretIn(text: string): Secret | null {
  if (MARKED_KEY.test(text) || RANDOM_KEY.test(text)) return 'key';
  if ([...text.matchAll(PASSWORD)].some(({ groups }) => NO_WORD.test(groups?.['value'] ?? ''))) return 'password';
  return [...text.matchAll(CARD)].some(([digits]) => hasCheckDigit(digits)) ? 'card' : null;
}

/** By the formula of Luhn (ISO/IEC 7812-1), which most numbers that are no card fail. */
function hasCheckDigit(number: string): boolean {
  const digits = number.replaceAll(/\D/gu, '').split('').toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
