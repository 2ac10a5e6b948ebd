import { detectReferences } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';

/** Kind, number, paragraph and work of every reference, on one line each. */
function read(text: string): string[] {
  return detectReferences(text).map(({ kind, number, paragraph, work }) =>
    [kind, number, paragraph === null ? '' : `(${paragraph})`, work ?? ''].filter(Boolean).join(' '),
  );
}

describe('detectReferences in German', () => {
  it.each([
    ['Die Strafe nach § 9 beträgt fünf Taler.', ['section 9']],
    ['Es gilt § 12a Absatz 3 Satz 2 Nr. 4 Buchst. b.', ['section 12a (3)']],
    ['Die §§ 4 bis 6 gelten.', ['section 4', 'section 5', 'section 6']],
    ['Nach den §§ 7a bis 7c und 9 gilt das nicht.', ['section 7a', 'section 7b', 'section 7c', 'section 9']],
    ['Nach §§ 14 Abs. 1 und 2, 15 und 17 ist zu löschen.', ['section 14 (1)', 'section 15', 'section 17']],
    ['Die §§ 21 ff. bleiben unberührt.', ['section 21']],
    ['Das regelt § 5 Abs. 2 KaiLG.', ['section 5 (2) KaiLG']],
    ['Nach § 8 HGB VII und § 3 der 12. HafenSchV', ['section 8 HGB VII', 'section 3 12. HafenSchV']],
    ['§ 4 des Hafenlotsengesetzes', ['section 4 Hafenlotsengesetzes']],
    ['§ 4 der Bundes- und Landeshafenordnung', ['section 4 Bundes- und Landeshafenordnung']],
    ['§ 4 des Dritten Buches Hafengesetzbuch', ['section 4 Dritten Buches Hafengesetzbuch']],
    ['§ 4 des Gesetzes über das Lotsenwesen', ['section 4 Gesetzes über das Lotsenwesen']],
    ['§ 4 dieses Gesetzes', ['section 4']],
    ['§ 4 der Hafenbehörde', ['section 4']],
    ['Art. 6 HSGVO und Artikel 7 Absatz 2', ['article 6 HSGVO', 'article 7 (2)']],
    ['Art 5 Abs. 2 HG', ['article 5 (2) HG']],
    ['Artikel 3 der Verordnung (EU) Nr. 999/2031', ['article 3 Verordnung (EU) Nr. 999/2031']],
    ['der in Anhang 1a genannte Wert, Anlage 2 und Anlage IV Nummer 3', ['annex 1a', 'annex 2', 'annex IV']],
    ['nach Abschnitt 3, Kapitel II und Teil 4', ['division 3', 'chapter II', 'part 4']],
    ['siehe Tabelle 3, Abb. 4 und Seite 12', ['table 3', 'figure 4', 'page 12']],
    ['nach Maßgabe des Hafenlotsengesetzes', ['work Hafenlotsengesetzes']],
    ['nach Maßgabe der §§ 4 und 5', ['section 4', 'section 5']],
    [
      'nach DIN EN 98765-1 und KTA 9901.2, ISO/IEC 99001:2031',
      ['work DIN EN 98765-1', 'work KTA 9901.2', 'work ISO/IEC 99001:2031'],
    ],
    ['nach VDI-Richtlinie 9999 und DIN 98765 Teil 2', ['work VDI-Richtlinie 9999', 'work DIN 98765 Teil 2']],
    ['Absatz 2 gilt entsprechend.', ['paragraph 2 (2)']],
  ])('reads %s', (text, references) => {
    expect(read(text)).toEqual(references);
  });

  it('gives every place of a list to the work at its end', () => {
    const text = 'Im Hafen gelten § 3 Abs. 2, §§ 4\nbis 6 und § 13 Abs. 3 des Lotsenurlaubsgesetzes.';

    expect(read(text)).toEqual([
      'section 3 (2) Lotsenurlaubsgesetzes',
      'section 4 Lotsenurlaubsgesetzes',
      'section 5 Lotsenurlaubsgesetzes',
      'section 6 Lotsenurlaubsgesetzes',
      'section 13 (3) Lotsenurlaubsgesetzes',
    ]);
  });

  it('keeps a section with its own law when another one is only read with it', () => {
    expect(read('nach § 5 in Verbindung mit § 7 des Kaigesetzes')).toEqual(['section 5', 'section 7 Kaigesetzes']);
  });

  it('gives no law to a table that precedes its section', () => {
    expect(read('nach Tabelle 3 und § 7 des Kaigesetzes')).toEqual(['table 3', 'section 7 Kaigesetzes']);
  });

  it('takes at most twenty places from a range', () => {
    expect(read('Die §§ 100 bis 300 gelten.')).toHaveLength(20);
  });

  it('keeps the reference as written, and its location', () => {
    const text = 'Das regelt § 5 Abs. 2\nNr. 1 KaiLG.';
    const [reference] = detectReferences(text);

    expect(reference?.text).toBe('§ 5 Abs. 2 Nr. 1 KaiLG');
    expect(text.slice(reference?.start, reference?.end)).toBe('§ 5 Abs. 2\nNr. 1');
  });
});

describe('detectReferences in English', () => {
  it.each([
    ['Section 12(2)(b) of the Tide Act 1899 applies.', ['section 12 (2) Tide Act 1899']],
    ['See sections 4 to 6.', ['section 4', 'section 5', 'section 6']],
    ['See section 5.4 of RFC 99110.', ['section 5.4 RFC 99110']],
    ['See section 5 of [RFC 99110][].', ['section 5 RFC 99110']],
    ['RFC 99112 section 2 says so.', ['section 2 RFC 99112']],
    [
      'Articles 3 and 4 of Regulation (EU) 2031/999',
      ['article 3', 'article 4'].map((place) => `${place} Regulation (EU) 2031/999`),
    ],
    ['Annex II, Appendix B and annex 3', ['annex II', 'annex B', 'annex 3']],
    ['chapter 7, Part IV, table 2, Figure 3 and page 12', ['chapter 7', 'part IV', 'table 2', 'figure 3', 'page 12']],
    ['in accordance with the Harbour Lighting Act', ['work Harbour Lighting Act']],
    ['within the meaning of Directive 2031/99/EC', ['work Directive 2031/99/EC']],
    ['IEEE 980.11 and RFC 99110', ['work IEEE 980.11', 'work RFC 99110']],
    ['section 4 of this Act', ['section 4']],
    ['paragraph (3) applies', ['paragraph 3 (3)']],
  ])('reads %s', (text, references) => {
    expect(read(text)).toEqual(references);
  });
});

describe('detectReferences to documents', () => {
  it.each([
    ['The [wick rules](rules/wick.md#trimming "Wick") tell.', ['link rules/wick.md#trimming']],
    ['See [the rules][1] and [`oil`][].\n\n[1]: rules/oil.md', ['labelled-link 1', 'labelled-link `oil`']],
    [
      'See https://harbour.example/lamp, and www.tide.example.',
      ['web https://harbour.example/lamp', 'web www.tide.example'],
    ],
    ['[home](https://harbour.example)', ['web https://harbour.example']],
    ['doi:10.99999/lamp.12, https://doi.org/10.99999/oil', ['identifier 10.99999/lamp.12', 'identifier 10.99999/oil']],
    ['arXiv:3101.00001v2 and https://arxiv.org/abs/3101.00002', ['identifier 3101.00001v2', 'identifier 3101.00002']],
    ['as shown in [3, 5] and [7–9]', ['entry 3', 'entry 5', 'entry 7', 'entry 8', 'entry 9']],
  ])('reads %s', (text, references) => {
    expect(read(text)).toEqual(references);
  });
});

describe('detectReferences leaves alone', () => {
  it.each([
    ['a date', 'Am 3.4.2020 und am 12. März 2021, on 3 May 1999.'],
    ['an amount', 'Die Lampe kostet 1.200 Euro und 3,50 Euro, 40 % mehr.'],
    ['a version', 'Version 2.4.1 of the lamp, v18.2'],
    ['a phone number', 'Tel. Nr. 0000 12345, Zimmer Nr. 5'],
    ['the label of its own section', '## § 5 Öl\n\nDie Lampe braucht Öl.'],
    ['a list marker', '1. Öl\n2. Docht\n\n(2) Der Wärter wacht.'],
    ['code', 'Use `section 4` here.\n\n```\nsee section 5 and [a](b.md)\n```\n'],
    ['a kind of thing', 'Lampen dieser Art 2 Stunden brennen; der Art nach gleich, eine Art 3'],
    ['a picture', '![Lamp](lamp.png)'],
    ['a name with a part', 'laut Lampenschein Teil 1 ist sie neu'],
    ['a sentence alone', 'Satz 1 gilt nicht.'],
    ['a foot note or a check box', 'Oil[^1] is there.\n\n- [ ] wick\n- [x] oil'],
    ['an index of code', 'lamps[3] burns'],
    ['a pronoun', 'the part I played'],
    ['a work without a name', 'nach Maßgabe des Gesetzes'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([]);
  });
});
