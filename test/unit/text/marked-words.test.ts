import { comparableWords } from '@plumbline/language/comparable-words';
import { figuresIn } from '@plumbline/language/figures';
import { splitSentences } from '@plumbline/language/sentences';
import { contentTerms } from '@plumbline/language/terms';
import { citableUnits } from '@plumbline/quotes/passages';
import { locateQuote } from '@plumbline/quotes/quotes';
import { readPowers } from '@plumbline/text/powers';
import { readableText, shownQuotation } from '@plumbline/text/readable-text';
import { unsaidSpans, withoutUnsaid } from '@plumbline/text/unsaid-words';
import { describe, expect, it } from 'vitest';

describe('raised and lowered words', () => {
  it.each([
    ['2<sup>60</sup> streams', '2⁶⁰ streams'],
    ['10<sup>-3</sup> kg', '10⁻³ kg'],
    ['10<sup class="e">&minus;3</sup> kg', '10⁻³ kg'],
    ['10<sup><b>6</b></sup> cells', '10⁶ cells'],
    ['x<sup>n+1</sup>', 'xⁿ⁺¹'],
    ['e<sup>x</sup> and 10<sup>2.5</sup>', 'e^(x) and 10^(2.5)'],
    ['5 kN/m<sup>2</sup>, 3 cm<sup>3</sup>, 12 in<sup>3</sup>', '5 kN/m², 3 cm³, 12 in³'],
    ['kg m<sup>-3</sup> per min<sup>-1</sup>', 'kg m⁻³ per min⁻¹'],
    ['(1 + i)<sup>12</sup>', '(1 + i)¹²'],
    ['SO<sub>4</sub><sup>2-</sup> in H<sub>2</sub>O', 'SO₄²⁻ in H₂O'],
    ['<sup>137</sup>Cs', '¹³⁷Cs'],
    ['T<sub>max</sub> of PM<sub>2.5</sub>', 'Tmax of PM2.5'],
    ['101<sub>2</sub> and 5<sub>max</sub>', '101₂ and 5_(max)'],
    ['x^2^ and H~2~O', 'x² and H₂O'],
    ['1<sup>st</sup>, M<sup>me</sup>, n<sup>o</sup>', '1st, Mme, no'],
  ])('stay so: %s', (source, read) => {
    expect(readPowers(source)).toBe(read);
    expect(readPowers(read)).toBe(read);
  });

  it.each([
    ['keep it shut.<sup>3</sup> Then', 'keep it shut. Then'],
    ['the word<sup>12</sup> alone', 'the word alone'],
    ['since 2019<sup>4</sup>', 'since 2019'],
    ['of 45<sup>1</sup> lamps', 'of 45 lamps'],
    ['the rule (see above)<sup>2</sup>', 'the rule (see above)'],
    ['lamp<sup><a href="#n1">1</a></sup> and oil<sup>a</sup>', 'lamp and oil'],
  ])('are no powers where they mark a note: %s', (source, read) => {
    expect(readPowers(source)).toBe(read);
  });

  it.each(['`2<sup>3</sup>`', 'word[^1] and 2^60', 'x^2+y^2 = z^2', 'a ~ b ~ c', 'Map<String>'])(
    'are nothing else: %s',
    (source) => {
      expect(readPowers(source)).toBe(source);
    },
  );
});

describe('the figure of a power', () => {
  it.each([
    ['2^60', '2⁶⁰', '260'],
    ['10^-3', '10⁻³', '103'],
    ['10^{-3}', '0.001', '10'],
    ['5 × 10^6', '5 · 10⁶', '56'],
    ['10^(4)', '10.000', '104'],
    ['1.2 x 10^-3', '0.0012', '1.2'],
  ])('is one for %s and %s, and not %s', (first, second, other) => {
    expect(figuresIn(`exactly ${first} of them`)).toEqual(figuresIn(`exactly ${second} of them`));
    expect(figuresIn(`exactly ${first} of them`)).not.toEqual(figuresIn(`exactly ${other} of them`));
  });

  it.each(['45,000²', '12.5³', '1024⁷'])(
    'is none behind a long number, where the mark of a note stands: %s',
    (text) => {
      expect(figuresIn(text)).toEqual(figuresIn(text.slice(0, -1)));
    },
  );

  it('tells copies from texts that lost the mark', () => {
    const [marked, raised, plain, lost] = ['2<sup>60</sup>', '2⁶⁰', '2^60', '260'].map(
      (power) => `The number of streams never exceeds ${power} in a connection.`,
    ) as [string, string, string, string];

    for (const same of [raised, plain]) expect(comparableWords(same)).toEqual(comparableWords(marked));
    expect(comparableWords(lost)).not.toEqual(comparableWords(marked));
  });

  it.each([
    ['H₂O', 'H2O'],
    ['5 m²', '5 m2'],
    ['2⁶⁰', '2^60'],
    ['10⁻³', '10^-3'],
    ['CO₂-Gehalt', 'CO2-Gehalt'],
  ])('is searched alike: %s and %s', (written, asked) => {
    const stems = (text: string) => contentTerms(text, 'de').map(({ stem }) => stem);
    expect(stems(written)).toEqual(stems(asked));
  });
});

describe('struck and hidden words', () => {
  it.each([
    ['The tank holds ~~5~~ 7 litres.', 'The tank holds 7 litres.'],
    ['The price is <del>100</del> 80 euros.', 'The price is 80 euros.'],
    ['It is <s class="old">open</s> <strike>ajar</strike> shut.', 'It is shut.'],
    ['It is <s>an <del>old</del> open</s> shut tank.', 'It is shut tank.'],
    ['~~Empty it every 30 days.~~ Empty it every 45 days.', 'Empty it every 45 days.'],
    ['<del>\n\nEmpty it every 30 days.\n\n</del> Empty it every 45 days.', 'Empty it every 45 days.'],
    ['~~Wait. It~~ The tank cools.', 'The tank cools.'],
    ['A ` alone, ~~gone~~ here.', 'A ` alone, here.'],
    ['The tank holds [hidden: 5] 7 litres.', 'The tank holds 7 litres.'],
    ['[hidden: Wait. It] The tank cools.', 'The tank cools.'],
    ['The [hidden: ~~old~~](new) tank `cools`.', 'The (new) tank `cools`.'],
  ])('are not read: %s', (source, read) => {
    expect(readableText(source)).toBe(read);
    const statements = splitSentences(source, 'en').map(({ start, end }) => readableText(source.slice(start, end)));
    expect(statements.join(' ')).toBe(read);
    expect(withoutUnsaid(source)).toHaveLength(source.length);
  });

  it.each([
    'about ~5 to ~7 bar',
    'about ~~5 to ~~7 bar',
    'the code `~~x~~` and ``~~y~~``',
    '```\n~~x~~\n```',
    '~~~\ncode\n~~~',
    '~~open\n\nclosed~~',
    String.raw`\~~a~~ b`,
    'a [hidden] key, [hidden: ] and [hidden: open',
    'a `Vec<s>` of Vec<s> here',
  ])('are none in: %s', (source) => {
    expect(unsaidSpans(source)).toEqual([]);
  });

  it.each([
    ['~~The tank is emptied every 30 days by two men.~~\n\nThe tank is emptied every 45 days by two men.', '45'],
    ['- ~~The tank is emptied every 30 days by two men.~~\n- The tank is emptied every 45 days by two men.', '45'],
    ['<p><del>The tank is emptied every 30 days by two men.</del></p>\n\nThe tank is cleaned every 45 days.', '45'],
    ['| Part | Days |\n|---|---|\n| tank | ~~30~~ 45 |', '45'],
    ['The tank is emptied every ~~30~~ 45 days by two men.', '45'],
    ['The tank is emptied every [hidden: 30] 45 days by two men.', '45'],
    ['[hidden: The tank is emptied every 30 days.]\n\nThe tank is emptied every 45 days by two men.', '45'],
    ['| Part | Days |\n|---|---|\n| tank | [hidden: 30] 45 |', '45'],
  ])('cannot be cited: %s', (text, figure) => {
    const units = citableUnits(text, 'en').map(({ start, end }) => readableText(text.slice(start, end)));

    expect(units.join('\n')).toContain(figure);
    expect(units.join('\n')).not.toContain('30');
  });

  it.each([
    ['holds ~~5~~ 7 litres', 'holds ~~5~~ 7 litres'],
    ['holds <del>5</del> 2<sup>3</sup> litres', 'holds ~~5~~ 2³ litres'],
    ['<s>five</s> H<sub>2</sub>O', '~~five~~ H₂O'],
    ['<del>one\n\ntwo</del> three', '~~one~~\n\n~~two~~ three'],
    ['~~gone~~ `~~kept~~`', '~~gone~~ `~~kept~~`'],
    ['holds [hidden: 5] ~~6~~ 7', 'holds [hidden: 5] ~~6~~ 7'],
  ])('are shown as such in quotations: %s', (source, shown) => {
    expect(shownQuotation(source)).toBe(shown);
  });
});

describe('a quotation of marked words', () => {
  const SOURCE =
    'It cannot exceed 2<sup>60</sup>. It is H<sub>2</sub>O. It costs <del>100</del> 80 euros in ~~all~~ most towns. It is 10⁻³. It lasts [hidden: 30] 45 days.';

  it.each([
    ['It cannot exceed 2^60.', 'It cannot exceed 2<sup>60</sup>.'],
    ['cannot exceed 2⁶⁰', 'cannot exceed 2<sup>60</sup>'],
    ['It is H2O.', 'It is H<sub>2</sub>O.'],
    ['It costs 80 euros in most towns.', 'It costs <del>100</del> 80 euros in ~~all~~ most towns.'],
    ['It costs ~~100~~ 80 euros', 'It costs <del>100</del> 80 euros'],
    ['It is 10^-3.', 'It is 10⁻³.'],
    ['It lasts 45 days.', 'It lasts [hidden: 30] 45 days.'],
  ])('is found, with its marks: %s', (quotation, words) => {
    const { start = 0, end = 0 } = locateQuote(quotation, SOURCE) ?? {};
    expect(SOURCE.slice(start, end)).toBe(words);
  });

  it.each(['cannot exceed 260.', 'It is 10-3.', 'It is 103.', 'It lasts 30 days.'])(
    'is not found without them: %s',
    (quotation) => {
      expect(locateQuote(quotation, SOURCE)).toBeNull();
    },
  );
});
