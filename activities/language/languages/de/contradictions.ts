import type { ContradictionWords } from '../words/contradiction-words.ts';

/** German words of contradictions within a message. */
export const deContradictions: ContradictionWords = {
  alternativeJoints: 'oder|bzw',
  factQuestions: 'warum|wie|was|wieso|erkläre?|wann',
  rangeWords: 'von|zwischen|unterschiede?|sowohl|jeweils',
  leftovers: 'und|oder|aber|für',
  leftoverJoint: 'und',
  leftoverPrepositions: 'in|bei|für|im',
  valueFillers: 'und|aber|für|der|die|das',
  dateLabels: {
    'check-in': 'anreise|ankunft|anreisen',
    'check-out': 'abreise|abreisen',
    departure: 'hinflug|abflug|hinfahrt|abfahrt',
    return: 'rückflug|rückfahrt|rückreise',
  },
  dayNames: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag',
  dateFillers: 'am',
  currencies: 'euros?|franken',
  priceAtMost: 'unter|höchstens|weniger als|bis(?: zu)?|nicht mehr als|günstiger als|billiger als',
  priceAtLeast: String.raw`min(?:destens)?\.?|über|mehr als|wenigstens|teurer als`,
  cheapest: String.raw`(?:günstigste|billigste|preiswerteste)\p{L}?`,
  dearest: String.raw`teuerste\p{L}?|kostspieligste\p{L}?`,
  guestLeads: 'für',
  guestNumbers: 'zwei|drei|vier|fünf|sechs',
  guests: 'personen|gäste|reisende|erwachsene',
};
