import { readPowers } from '../text/powers.ts';
import { withoutStruck } from '../text/struck-words.ts';

/** A line break inside a paragraph: no blank line, list marker, heading, quotation or table row follows. */
const WRAPPED_LINE = /(?<=\S)[ \t]*\r?\n(?!\s*(?:\n|[-*+•|#>:]|\d{1,3}[.)]\s|\(?[\da-z]{1,2}\)\s|$))[ \t]*/gu;

/**
 * The words of a quote that state something: without comments, struck words, tags, link targets, addresses, anchors, note marks,
 * issue numbers and numeric identifiers, whose figures state nothing.
 */
export function statingText(sourceText: string): string {
  return readPowers(withoutStruck(sourceText))
    .replace(WRAPPED_LINE, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, ' ')
    .replace(/\[([^\]]{0,1000})\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/\{[#.:][^{}]*\}/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/giu, ' ')
    .replace(/(?<=[\p{L}.,;:)])\[\^?\d{1,3}\]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}&])#\d+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])(?=[\d-]{0,100}[a-f])(?=[a-f-]{0,100}\d)[\da-f-]{7,100}(?![\p{L}\p{N}])/giu, ' ')
    .replace(/^[ \t]*(?:>[ \t]*)*(?:\d{1,3}[.)][ \t]+|\(\d{1,2}[a-z]?\)[ \t]+)/gmu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .replace(/[*`]+/g, '');
}
