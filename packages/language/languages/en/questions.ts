import type { PassageWords } from '../words/passage-words.ts';
import type { QuestionWords } from '../words/question-words.ts';

/** English words of questions, and of the passages that answer them. */
export const enQuestions: QuestionWords & PassageWords = {
  asksFor: {
    age: 'how (?:old|young)|(?:what|which) age',
    duration: 'how long|(?:within|after|for) (?:what|which|how much) (?:time|period)',
    speed: 'how fast|(?:what|which) speed',
    sound: 'how (?:loud|noisy)',
    mass: 'how heavy',
    length: 'how (?:far|wide|deep|tall)',
    money: String.raw`how much (?:money|does\b.*\bcost)|what (?:does|do|did)\b.*\bcost|(?:what|which) (?:monthly |annual )?(?:amount|sum|price|fee|pay)`,
    count: 'how (?:many|often)',
    value:
      '(?:what|which) (?:share|percentage|part)|how (?:much|large|big|high|late|soon)|(?:default|maximum|minimum|limit|deadline|rate|number|amount|size|timeout) (?:of|for|value|period)|by default|defaults?|(?:up to|at|within|from|after|for) (?:which|what|how)|maximal|minimal',
    time: 'when',
  },
  howMany: 'how many',
  askedSpans: 'years?|months?|weeks?|days?|hours?|minutes?|seconds?',
  personQuestionLeads: 'for|from|by|with|to',
  personQuestions: 'who|whom|whose',
  definitionQuestions: String.raw`what (?:is|are) (?:an? )?[\p{L}-]+(?: [\p{L}-]+)?[^\p{L}\p{N}-]*$|what does\b.*\bmean\b|define`,
  permissionQuestions: 'may|must|can|is it (?:allowed|forbidden|legal)|am i allowed',
  decisionQuestions: String.raw`(?:is|are|was|were|does|do|did|has|have|will|would|should|could) (?!\w+ing\b)`,
  instructionQuestions: String.raw`how (?:do|can|should|could|must) (?:i|we|you|one|people|users)\b|how to\b|how (?:is|are)\b.*\b\p{L}{3,}(?:ed|lt|nt|en)\W*$|(?:with|by) (?:which|what) command\b|(?:which|what) command\b`,
  explanationQuestions: String.raw`^\W*(?:why|how)\b|\b(?:differences?|differ|compared?|comparison|versus|vs)\b`,
  byDefault: 'by default',
  interrogatives:
    'how (?:many times|many|much|long|often|far|large|big|high|old|fast|late|soon)|differences? between|(?:give|show|write) (?:me |us )?(?:an? )?(?:short |brief |quick )?(?:overview|outline|summary|introduction) (?:of|to|on|about)',
  // In "work permit" the same word is the subject.
  formVerbs: String.raw`\b(?:do|does|did)\b([^.!?;,]*)\bwork(?!\p{L})`,
  questionWords:
    'how|what|when|which|who|whom|whose|why|where|(?:under|within|at|for|from|after|by|in|with|up to|to) (?:which|what|how|whom)',
  questionVerbs: 'is|are|does|do|did|can|may|must|should|will|has|have',
  questionJoints: 'and|as well as',
  leaningWords: 'it|its|they|them|their|this|that|these|those|there',
  researchRequests:
    'find|determine|identify|explain|describe|list|name|compare|summari[sz]e|investigate|research|check|show',
  qualifiers: 'defaults?|maximum|minimum|max|min',
  lightVerbs: 'appl(?:y|ies)|means?|happens?|exists?',

  sectionLabels: String.raw`Art(?:\.|icle)?|Annex|Section|RFC|ISO|v`,
  numberWords: String.raw`two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double|infinity|unlimited|disabled`,
  countingNumbers: String.raw`one|an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty`,
  spans: 'years?|months?|weeks?|(?:working )?days?|hours?|minutes?|(?:milli)?seconds?',
  spanStems: 'year|month|week|day|hour|minut|second',
  deadlines: '(?:at|by|before|until) the (?:end|close|expiry)',
  timesOfDay: String.raw`o'clock|[ap]\.?m\b`,
  eventVerbs: 'starts?|begins?|ends?|expires?|upon|as soon as|from the|at (?:dawn|dusk|noon|midnight)',
  modals: String.raw`(?:may|must|shall|can|cannot|allowed|forbidden|permitted|prohibited|required)\b`,
  permissions: 'may|must|shall|cannot|allowed|forbidden|permitted|prohibited|entitled|obliged',
  decisions:
    "not|no|none|never|always|only|unless|except|cannot|without|yes|on|off|true|false|enabled?|disabled?|supports?|supported|available|included|optional|by default|defaults?|free|n't",
  instructions: String.raw`(?:^|[.:;]\s+|,\s*(?:then\s+)?)(?:use|run|set|add|call|install|open|press|click|choose|select|type|enter|create|start|stop|turn|put|pass|edit|copy|download|remove|delete|execute|configure|enable|disable|switch|ask|send|write|fill|place|hold|push|pull|mix|apply|register|book)\b|\b(?:you (?:can|must|may|should|need|have to)|can be \p{L}+|is (?:set|done|made|installed|started|configured|enabled|disabled) (?:by|with|in|through|using))\b`,
  unitsOfForm: {
    money: 'dollars?|pounds?|Euro|Cent|Mark',
    speed: String.raw`(?:kilomet\p{L}+|miles) (?:per|an) hour|knots`,
    sound: 'decibels?',
    mass: 'kilograms?|grams?|tons?|tonnes?',
    length: 'met(?:er|re)s?|miles?|feet',
  },
  ages: String.raw`(?:years?|weeks?|months?) (?:old|of age)\b|age of\b|aged\b`,
  percents: String.raw`per\s*cent|percent`,
  numberOf: '(?:number|count) of',
  personLeads: 'by',
  personArticles: 'the',
  roleEndings: 'er|or|ist|ant|ent|king|queen|court|council|committee|ministry|authority|agency|president|owner',
  roleInflections: 's',
  defines: String.raw`(?:is|are|was|were) (?:an?|the|any|all|every|one)\s|means?\b|(?:is|are) (?:called|defined|known)\b|refers? to\b`,

  definitions: String.raw`for the purposes? of this\b[^.;]*\bmeans?`,
  conditions: 'if|unless|except|provided|only|subject to|notwithstanding',
  leaningOpenings:
    'this|that|these|those|it|its|they|their|he|she|such|here|there|then|therefore|otherwise|in this case|in that case',
  leaningConjunctions: 'if|when|while|unless|until|once|because|although|as|by default,?|is|are',
  leaningPronouns: 'this|that|these|it|they|he|she',
  independentOpenings: String.raw`there (?:is|are|was|were|must|may|shall)\b|it (?:is|was|takes)\b[^.;]*\b(?:to|that)\b`,
  subjectlessOpenings: String.raw`defaults?(?:\s+to\b|\s+value\b|:)|type:|required\b|optional\b|(?:sets|specifies|defines|controls|determines|enables|disables|returns|allows|limits|takes|accepts)\b`,
  navigation: 'see also|see|back to|table of contents|on this page|contents|previous|next',
  recordLabels: 'returns?|extends|added|type|stability|changes',
  rightsReserved: 'all rights reserved|permission is hereby granted|licensed under',
  omissions: 'omitted|reserved',
  footnotes: 'fn|footnote',
};
