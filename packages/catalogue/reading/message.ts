import { wordPattern } from '@plumbline/language/terms';
import { NOT, startOfPhraseBefore, WISH, WISHED } from './phrases.ts';

const DENIED_BEHIND = new RegExp(String.raw`^\s+(?:${NOT})(?![\p{L}\p{N}])`, 'iu');

/** A message with its facts, as rules read it. */
export interface Said {
  readonly text: string;
  readonly language: string;
  /** ISO date. */
  readonly today: string;
  /** Where items are named: nothing within is read as anything else. */
  readonly names?: readonly TextRange[];
}

/** A message while rules read it: each part of it is read once. */
export class Message {
  readonly text: string;
  readonly language: string;
  /** ISO date. */
  readonly today: string;
  private readonly wishes: readonly TextRange[];
  private readonly read: TextRange[];

  constructor({ text, language, today, names = [] }: Said) {
    this.text = text;
    this.language = language;
    this.today = today;
    this.wishes = [...text.matchAll(WISHED)].map(({ 0: wish, index }) => ({ start: index, end: index + wish.length }));
    this.read = [...names];
  }

  /** Whether a part may set a filter: it was not read before, is no wish, and is not denied. */
  mayFilter(start: number, end: number): boolean {
    const isTaken = this.read.some((range) => range.start < end && start < range.end);
    return !isTaken && !this.isWish(start, end) && !this.isDenied(start);
  }

  /** Whether a word like "not" directly precedes a place in the text. */
  isDenied(start: number): boolean {
    return startOfPhraseBefore(this.text, start, NOT) !== -1;
  }

  /** Whether a word like "not" directly follows: "pets not allowed". */
  isDeniedBehind(end: number): boolean {
    return DENIED_BEHIND.test(this.text.slice(end));
  }

  /** Whether a part is only wished for. */
  isWish(start: number, end: number): boolean {
    return this.wishes.some((range) => range.start < end && start < range.end);
  }

  take(start: number, end: number): void {
    this.read.push({ start, end });
  }

  /** What is only wished for, without the words that say so. */
  wishTexts(): string[] {
    return this.wishes.map(({ start, end }) => this.text.slice(start, end).replaceAll(wordPattern([WISH], 'giu'), ' '));
  }

  /** The parts that were not read, in order. */
  unread(): string[] {
    const parts: string[] = [];
    let from = 0;
    for (const { start, end } of this.read.toSorted((a, b) => a.start - b.start)) {
      if (start > from) parts.push(this.text.slice(from, start));
      from = Math.max(from, end);
    }
    return [...parts, this.text.slice(from)];
  }
}

/** UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A filter that a message sets, as text; several of one name mean "one of". */
export interface FilterEntry {
  readonly name: string;
  readonly value: string;
}
