import type { Derivation } from '@plumbline/contracts/evidence/claim';
import { placedFigures } from '@plumbline/language/figures';

/** Longer ones are no computation that a reader can follow. */
const LONGEST_EXPRESSION = 200;
const TOKEN = /\s*(?:(\d[\d.,_' \u00a0\u202f]*\d|\d)\s*(%)?|([-+*/()−–×·÷:]))/uy;
const OPERATORS: Readonly<Record<string, string>> = { '−': '-', '–': '-', '×': '*', '·': '*', '÷': '/', ':': '/' };
const ENDS_EXACT = 1e-9;

/** What is wrong with a computed figure: the result must be what the expression gives, as exact as it is written. Null if nothing is. */
export function findDerivationError({ expression, result }: Derivation): string | null {
  const computed = valueOf(expression);
  if (computed === null) return `“${expression.slice(0, LONGEST_EXPRESSION)}” cannot be computed`;
  const [stated] = placedFigures(result);
  if (stated === undefined) return `“${result}” is not a figure`;
  return isRounded(stated.value, result, computed) ? null : `${expression} is ${rounded(computed)}, not ${result}`;
}

/** The figures of a statement that are the result of its computation, rounded as they are written. */
export function computedFigures({ expression }: Derivation, said: string): string[] {
  const computed = valueOf(expression);
  if (computed === null) return [];
  return placedFigures(said)
    .filter(({ value, start, end }) => isRounded(value, said.slice(start, end), computed))
    .map(({ start, end }) => said.slice(start, end + UNIT_LENGTH));
}

/** Null: it cannot be computed, or is too long. */
function valueOf(expression: string): number | null {
  const tokens = expression.length > LONGEST_EXPRESSION ? null : tokensOf(expression);
  return tokens === null ? null : new Expression(tokens).value();
}

/** Characters behind a figure in which its unit may follow. */
const UNIT_LENGTH = 24;

/** A figure may be stated in percent of one, and without its sign: the words give the direction. */
function isRounded(stated: number, written: string, computed: number): boolean {
  const precision = precisionOf(written) * (1 + ENDS_EXACT);
  return [computed, 100 * computed].some((value) => Math.abs(Math.abs(value) - Math.abs(stated)) <= precision);
}

/** Half of the last place that is written: "4.5" stands for anything from 4.45 to 4.55. Three digits are thousands. */
function precisionOf(written: string): number {
  const decimals = /\d[.,](\d{1,2}|\d{4,})(?!\d)/.exec(written)?.[1] ?? '';
  return 0.5 * 10 ** -decimals.length;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

type Token = number | string;

function tokensOf(expression: string): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = expression.trim();
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, number, percent, operator = ''] = match;
    if (number === undefined) tokens.push(OPERATORS[operator] ?? operator);
    else {
      const written = numberOf(number);
      if (written === null) return null;
      tokens.push(percent === undefined ? written : written / 100);
    }
  }
  return tokens.length === 0 ? null : tokens;
}

function numberOf(written: string): number | null {
  const [figure, ...others] = placedFigures(written.replaceAll(/[_']/g, ''));
  return figure === undefined || others.length > 0 ? null : figure.value;
}

/** Reads an expression by precedence: sums of products of numbers, brackets and negations. */
class Expression {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Null: it makes no sense, or divides by zero. */
  value(): number | null {
    const value = this.#sum();
    return this.#at === this.#tokens.length && Number.isFinite(value) ? value : null;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#take('+', '-'); sign !== null; sign = this.#take('+', '-')) {
      value += (sign === '+' ? 1 : -1) * this.#product();
    }
    return value;
  }

  #product(): number {
    let value = this.#factor();
    for (let sign = this.#take('*', '/'); sign !== null; sign = this.#take('*', '/')) {
      value = sign === '*' ? value * this.#factor() : value / this.#factor();
    }
    return value;
  }

  #factor(): number {
    if (this.#take('-') !== null) return -this.#factor();
    if (this.#take('(') !== null) {
      const value = this.#sum();
      return this.#take(')') === null ? Number.NaN : value;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || typeof token === 'string') return Number.NaN;
    this.#at += 1;
    return token;
  }

  #take(...wanted: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (typeof token !== 'string' || !wanted.includes(token)) return null;
    this.#at += 1;
    return token;
  }
}
