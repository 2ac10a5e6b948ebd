import { describe, expect, it } from 'vitest';
import { documentNamed } from '../../references/work-naming.ts';

const DOCUMENTS = [
  { locator: 'laws/hlotsg.md', title: 'Gesetz über die Lotsen im Hafen (HLotsG)' },
  { locator: 'laws/kaischv_12.md', title: 'Zwölfte Verordnung zur Durchführung des Kaischutzgesetzes (KaiSchV 12)' },
  { locator: 'laws/kaischv_13.md', title: 'Dreizehnte Verordnung zur Durchführung des Kaischutzgesetzes (KaiSchV 13)' },
  { locator: 'laws/hgb_7.md', title: 'Siebtes Buch Hafenbuch - Leuchten - (HAB 7)' },
  { locator: 'laws/hlampg_2031.md', title: 'Mindestlampengesetz für die Wärter' },
  { locator: 'laws/leuo.md', title: 'Leuchtenordnung (LeuO 2031)' },
  { locator: 'rules/tide-act.md', title: 'Tide Act 1899' },
  { locator: 'rfc99110.txt', title: 'Lamp semantics' },
  { locator: 'eu/2031-999.md', title: 'Lamp directive' },
];

describe('documentNamed', () => {
  it.each([
    ['HLotsG', 'laws/hlotsg.md'],
    ['Hafenlotsengesetzes', 'laws/hlotsg.md'],
    ['Gesetzes über die Lotsen im Hafen', 'laws/hlotsg.md'],
    ['12. KaiSchV', 'laws/kaischv_12.md'],
    ['KaiSchV 13', 'laws/kaischv_13.md'],
    ['HAB VII', 'laws/hgb_7.md'],
    ['Siebten Buches', 'laws/hgb_7.md'],
    ['Siebten Buches Hafenbuch', 'laws/hgb_7.md'],
    ['HLampG', 'laws/hlampg_2031.md'],
    ['Hafenlampengesetzes', 'laws/hlampg_2031.md'],
    ['Leuchtenordnung', 'laws/leuo.md'],
    ['LeuO', 'laws/leuo.md'],
    ['Tide Act', 'rules/tide-act.md'],
    ['RFC 99110', 'rfc99110.txt'],
    ['Directive 2031/999', 'eu/2031-999.md'],
  ])('recognises %s', (name, locator) => {
    expect(documentNamed(name, DOCUMENTS)?.locator).toBe(locator);
  });

  it.each([
    ['a law that only begins like another', 'Leuchtenschutzordnung'],
    ['the law that an ordinance belongs to', 'Kaischutzgesetzes'],
    ['several that fit', 'KaiSchV'],
    ['a work without a name', 'Gesetzes'],
    ['a law that is not there', 'Schifffahrtsgesetzbuchs'],
    ['a law whose letters fit by accident', 'Hebelotterieausgleichsgesetz'],
  ])('does not guess: %s', (_, name) => {
    expect(documentNamed(name, DOCUMENTS)).toBeUndefined();
  });
});
