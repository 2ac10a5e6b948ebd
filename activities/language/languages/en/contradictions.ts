import type { ContradictionWords } from '../words/contradiction-words.ts';

/** English words of contradictions within a message. */
export const enContradictions: ContradictionWords = {
  alternativeJoints: 'or',
  factQuestions: 'why|how|what|explain|when',
  rangeWords: 'from|between|differences?|range|both|each',
  leftovers: 'and|or|but|the|for',
  leftoverJoint: 'and',
  leftoverPrepositions: 'in|at|for|near',
  valueFillers: 'and|but|the|for',
  dateLabels: {
    'check-in': 'check(?:ing)?[- ]?in|arriv(?:e|al|ing)',
    'check-out': 'check(?:ing)?[- ]?out',
    departure: 'depart(?:ure|ing)?|outbound|leaving',
    return: 'return(?:ing)?',
  },
  dayNames: '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  dateFillers: 'on|the',
  currencies: 'euros?|dollars?|pounds?|bucks',
  priceAtMost: String.raw`under|below|less than|cheaper than|at most|max(?:imum|imal)?\.?|up to|no more than`,
  priceAtLeast: String.raw`over|above|more than|at least|min(?:imum)?\.?`,
  cheapest: 'cheapest|least expensive|lowest[- ]priced?',
  dearest: 'most expensive|priciest|highest[- ]priced?|dearest',
  guestLeads: 'for',
  guestNumbers: 'two|three|four|five|six',
  guests: 'people|persons?|guests?|travell?ers?|adults?',
};
