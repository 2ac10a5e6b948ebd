const SUBJECT = String.raw`(?:ich|du|er|sie|es|wir|ihr|man|(?:mein|dein|sein|ihr|unser|euer|eure|der|die|das|ein)\p{L}*(?: \p{Ll}+)* \p{Lu}[\p{L}-]*|\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)`;
const VERB_LAST = new RegExp(String.raw`^(?<subject>${SUBJECT}) (?<rest>\S.*?) (?<verb>\p{Ll}+)(?<end>[.!]?)$`, 'u');
const SHORT = new RegExp(String.raw`^(?<subject>${SUBJECT}) (?<verb>\p{Ll}+)(?<end>[.!]?)$`, 'u');
/** "aufstehe" is two words in a main clause, "esse" is one. */
const SEPARABLE = /^(?:ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|vor|weg|zu|zurück)\p{L}{3,}$/u;

/** What a message asks of the memory in so many words. */
export interface MemoryRequest {
  readonly kind: 'remember' | 'correct' | 'forget';
  /** What is to be remembered or forgotten, as the message has it. */
  readonly text: string;
  /** The message says nothing else. */
  readonly isWhole: boolean;
}

// They read a message whose words single blanks separate.
const POLITE = String.raw`^(?:(?:please|bitte|can you|could you|kannst du|könntest du)[, ]+)*`;
const ENGLISH_REMEMBER = String.raw`(?:remember|memori[sz]e|keep in mind|(?:don['’]t|do not) forget)(?: (?:this|for me|please))*(?: ?[,:]? ?\bthat | ?: ?| (?=(?:my|our|i|we)\b))`;
const GERMAN_REMEMBER = String.raw`(?:(?:merke?|notiere?|speichere?)(?: (?:dir|es|bitte|für mich|mal))*|vergiss (?:bitte )?nicht|behalte? (?:bitte )?im (?:kopf|gedächtnis)) ?(?:,? ?(?<clause>dass) |: ?)`;

const FORMS: readonly (readonly [MemoryRequest['kind'], RegExp])[] = [
  ['remember', new RegExp(`${POLITE}(?:${ENGLISH_REMEMBER}|${GERMAN_REMEMBER})(?<text>\\S.*)$`, 'isu')],
  ['correct', /^(?:correction|korrektur|berichtigung|richtigstellung) ?: ?(?<text>\S.*)$/isu],
  [
    'forget',
    new RegExp(
      `${POLITE}(?:forget(?: (?:that|about|everything|what) | ?: ?)|vergiss ?(?:bitte ?)?(?:,? ?(?:(?<clause>dass)|was) |: ?|alles ))(?<text>\\S.*)$`,
      'isu',
    ),
  ],
];
const NEXT_SENTENCE = /(?<=[.!])\s+(?=[\p{Lu}„"“¿])/u;

/** Reads a message that asks to remember, to correct or to forget something; null for any other. */
export function memoryRequestOf(message: string): MemoryRequest | null {
  const said = message.trim().replaceAll(/\s+/g, ' ');
  for (const [kind, form] of FORMS) {
    const { text: asked, clause } = form.exec(said)?.groups ?? {};
    if (asked === undefined) continue;
    const sentences = asked.split(NEXT_SENTENCE);
    // "Remember that my budget is 200 euros. Which hotels are there?"
    const question = sentences.findIndex((sentence) => /\?\s*$/u.test(sentence));
    const kept = question === -1 ? sentences : sentences.slice(0, question);
    if (kept.length === 0) return null;
    const [first = '', ...others] = kept;
    const text = [clause === undefined ? first : mainClauseOf(first), ...others].join(' ');
    return { kind, text: capitalised(text), isWhole: question === -1 };
  }
  return null;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * A German clause behind "dass" as a sentence: "ich am 3. Mai Geburtstag habe" becomes "ich habe am 3. Mai Geburtstag". A
 * clause that is put differently stays as it is.
 */
export function mainClauseOf(clause: string): string {
  if (SHORT.test(clause)) return clause;
  const { subject, rest, verb = '', end } = VERB_LAST.exec(clause)?.groups ?? {};
  return subject === undefined || SEPARABLE.test(verb) ? clause : `${subject} ${verb} ${rest}${end}`;
}
