import { type UntrustedSign, untrustedSignSchema } from '../../workflows/contracts/evidence.ts';
import { hidesWords, tagWordsIn, withoutInvisibleCharacters } from './hidden-characters.ts';
import { INSTRUCTION_PHRASES } from './instruction-phrases.ts';

/** What passes for our prompt's tags, its citation keys and answers, or for the roles of a conversation with a model. */
const LOOK_ALIKES: readonly RegExp[] = [
  /<\s*\/\s*(?:passage|anchor|finding|faults|clarification|answer_schema|sentences|conversation|gaps|draft)\s*>/,
  /[[(【]\s*(?:t\d+f|c)\d+q\d+\s*[\])】,;]/,
  /"(?:relevancereason|keyfindings|remaininggaps|knowledgegaps|refinedintent|keyclarifications)"\s*:/,
  /"scores"\s*:\s*\[\s*\{\s*"id"\s*:/,
  /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id|endoftext|begin_of_text)\|>/,
  /\[\/?inst\]|<<\/?sys>>|<(?:start|end)_of_turn>|"role"\s*:\s*"(?:system|developer)"/,
  /(?:^|[\n.>#*!?] ?)(?:system|developer|admin(?:istrator)?) (?:message|prompt|override|notice|instructions?)\s?:/,
];

const INSTRUCTIONS = anyOf(INSTRUCTION_PHRASES);
const LOOK_ALIKE = anyOf(LOOK_ALIKES);
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,4096}/g;
const MAX_DECODED = 500;

/**
 * What in texts of others is addressed to a program that reads it, or made to deceive one. Only a sign: a manual for
 * such programs has the same words, and other words for the same purpose exist: it is told, and what bears it is the last to
 * become an answer, but nothing is left out for it.
 */
export function untrustedSignsIn(...texts: readonly string[]): UntrustedSign[] {
  const found = new Set(texts.flatMap(signsIn));
  return untrustedSignSchema.options.filter((sign) => found.has(sign));
}

function signsIn(text: string): UntrustedSign[] {
  const plain = comparable(text);
  const coded = comparable([tagWordsIn(text), ...decodedParts(text)].join('\n\n'));
  const holds = (pattern: RegExp): boolean => pattern.test(plain) || pattern.test(coded);
  return [
    ...(holds(INSTRUCTIONS) ? (['instructions'] as const) : []),
    ...(hidesWords(text) ? (['hidden-characters'] as const) : []),
    ...(holds(LOOK_ALIKE) ? (['look-alikes'] as const) : []),
  ];
}

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'));
}

/** One spelling: lower case, single spaces, without what nobody sees. Paragraphs stay apart. */
function comparable(text: string): string {
  return withoutInvisibleCharacters(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/(?<!\n) ?\n ?(?!\n)/g, ' ');
}

/** The readable ones among the parts that look like Base64. */
function decodedParts(text: string): string[] {
  return (text.match(BASE64) ?? []).slice(0, MAX_DECODED).flatMap((part) => {
    const decoded = Buffer.from(part, 'base64').toString('utf8');
    return decoded.includes('\uFFFD') ? [] : [decoded];
  });
}
