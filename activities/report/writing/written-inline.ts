import type { Token, Tokens } from 'marked';
import { BOLD_END, BOLD_START, hasMark } from './written-marks.ts';

const BOLD_SIGNS = /[\uE002\uE003]/gu;

/** Tags by which models set off words; any other is a name in angle brackets. */
const STYLING = /^<\/?(?:b|i|u|em|strong|sup|sub|span|p|mark|small|code|kbd)\b[^>]*>$/iu;

/** The words of inline Markdown: with the marks of code, and signs around what is bold. What is struck out is not said. */
export function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => wordsOfToken(token))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function wordsOfToken(token: Token): string {
  switch (token.type) {
    case 'strong':
      return `${BOLD_START}${inner(token).replace(BOLD_SIGNS, '')}${BOLD_END}`;
    case 'link':
      return inner(token);
    case 'em':
      // A product of numbers looks like emphasis.
      return /^[\d\s.,]+$/u.test(String(token['text'])) ? token.raw : inner(token);
    case 'del':
      return token.raw.startsWith('~~') ? '' : token.raw;
    case 'codespan':
      return hasMark(token.raw) ? String(token['text']) : token.raw;
    case 'br':
      return ' ';
    case 'html':
      return /^<br\b/iu.test(token.raw) ? ' ' : token.raw.replace(STYLING, '');
    case 'escape':
    case 'image':
      return String(token['text']);
    case 'checkbox':
      return '';
    default:
      return inner(token);
  }
}

function inner(token: Token): string {
  const { tokens } = token as Tokens.Generic;
  return tokens === undefined
    ? String((token as Tokens.Generic)['text'] ?? token.raw)
    : tokens.map(wordsOfToken).join('');
}
