import { readPowers } from '../text/powers.ts';
import { withoutStruck } from '../text/struck-words.ts';

/** The plain text of a Markdown heading: the words of links, without what is struck out and marks for code and emphasis. */
export function plainHeading(markdown: string): string {
  return readPowers(withoutStruck(markdown))
    .replace(/!?\[([^\]]{0,1000})\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, '$1')
    .replace(/<[^<>]*>|\{#[^{}]*\}/g, '')
    .replace(/[`*]+/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
