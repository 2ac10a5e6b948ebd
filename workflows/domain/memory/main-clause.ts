const SUBJECT = String.raw`(?:ich|du|er|sie|es|wir|ihr|man|(?:mein|dein|sein|ihr|unser|euer|eure|der|die|das|ein)\p{L}*(?: \p{Ll}+)* \p{Lu}[\p{L}-]*|\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)`;
const VERB_LAST = new RegExp(String.raw`^(?<subject>${SUBJECT}) (?<rest>\S.*?) (?<verb>\p{Ll}+)(?<end>[.!]?)$`, 'u');
const SHORT = new RegExp(String.raw`^(?<subject>${SUBJECT}) (?<verb>\p{Ll}+)(?<end>[.!]?)$`, 'u');
/** "aufstehe" is two words in a main clause, "esse" is one. */
const SEPARABLE = /^(?:ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|vor|weg|zu|zurück)\p{L}{3,}$/u;

/**
 * A German clause behind "dass" as a sentence: "ich am 3. Mai Geburtstag habe" becomes "ich habe am 3. Mai Geburtstag". A
 * clause that is put differently stays as it is.
 */
export function mainClauseOf(clause: string): string {
  if (SHORT.test(clause)) return clause;
  const { subject, rest, verb = '', end } = VERB_LAST.exec(clause)?.groups ?? {};
  return subject === undefined || SEPARABLE.test(verb) ? clause : `${subject} ${verb} ${rest}${end}`;
}
