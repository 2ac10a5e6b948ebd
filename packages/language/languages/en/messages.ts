import type { MessageWords } from '../words/message-words.ts';

/** English words of messages, of threads of them, of searches in catalogues, and of questions and what answers them. */
export const enMessages: MessageWords = {
  greetings:
    "hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|night|day)|nice to (?:meet|see) you|how are you(?: doing)?(?: today)?|how(?:'|’)?s it going|what(?:'|’)?s up|who are you|what are you|what can you do(?: for me)?|can you help(?: me)?",
  thanks:
    'thanks(?: a lot| so much| very much| again)?|thank you(?: very much| so much| again)?|thx|goodbye|bye(?: bye)?|see you(?: later| soon| tomorrow)?|have a (?:nice|good|great) (?:day|evening|weekend)|ok|okay|alright|all right|great|perfect|nice|cool|super|awesome|excellent|wonderful|sounds good|got it|i see|understood|well done|good job|never mind|no problem|sorry|yes|no|yeah|yep|nope|sure|please|lol',
  courtesyCompanions:
    'there all everyone again to you your so much very for the help answer that was is it and my friend today really helpful good useful explanation guys dear assistant works this me',
  overviewWords:
    'summarise summarize summary overview outline contents content topic topics list name document documents file files folder folders collection corpus texts cover contain',

  messageVerbs:
    "is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had|isn't|aren't|doesn't|don't|can't",
  factVerbs: 'is|are|was|were|do|does|did|has|have|had',
  messageRequests:
    'show|find|list|give|tell|explain|compare|search|book|describe|summari[sz]e|look|recommend|suggest|need|want|check|name|translate|i|we',
  prepositions:
    'in|at|near|around|on|to|from|for|with|without|by|until|till|before|after|since|during|under|over|below|above|between|within|inside|outside|of|about|as|via|per|through|into',

  filterBelow: 'under|below|less than|cheaper than|shorter than',
  filterAtMost: String.raw`up to|at most|no more than|not more than|max(?:imum|imal)?\.?|within`,
  filterAbove: 'over|above|more than|better than',
  filterAtLeast: String.raw`at least|min(?:imum)?\.?|from|starting at|no less than`,
  filterAbout: String.raw`around|about|roughly|approximately|approx\.?`,
  filterOrMore: 'or more|and more|and up|or better',
  wishes:
    'preferably|ideally|if possible|would be nice|would be great|nice to have|rather|i prefer|i would like|optionally|at best|optional',
  filterNegators: 'not|no|without|except|excluding|anything but|never',
  wishBorders: 'but|however|though',
  filterRequests:
    'please|find|show|search|give|list|recommend|suggest|need|want|looking|look|book|get|know|help|thanks|thank|hello|hi|hey|good|options|option|ones|one|something|anything|some|available|trip|stay|staying|priced|costing|me|us|and|what|about|how|per night|a night|each|per person|tell|more|else|compare|comparison|versus|vs|difference|differences',
  countWords: 'one two three four five six seven eight nine ten eleven twelve',
  filterArticles: 'the|a|an|of|on|by',
  trueWords: 'true|yes|y|in stock|available',
  falseWords: 'false|no|n|out of stock|sold out',
  phraseArticles: 'the a an my our their',

  emptyReferences: [
    'it (?:is|was) (?:possible|allowed|necessary|true|worth)|(?:is|was|would) it (?:be )?(?:possible|allowed|necessary|legal|safe|true|worth|easy|hard|better)|what time is it',
    '(?:does|will|would|did) it (?:take|cost|need) (?:\\p{L}+ ){0,3}to',
    "(?:is|are|was|were|will|would|be|been|can|should|must|may) there|there(?: (?:is|are|was|were|will|be)|['’]s)",
    '(?:this|these|those|that) (?:year|month|week|weekend|morning|afternoon|evening|summer|winter|spring|autumn|time|documents?|files?|folders?|corpus|collection|sources?)s?',
    "what(?:['’]s| is) (?:this|it) about|so that|that is to say",
    // "a key that does not exist"
    '(?<=(?:an?|the|any|some|every|each|no|all) \\p{L}{1,30} )that',
  ],
  conjunctions: '(?:and|or|but|also|plus|then|so|only|just|instead)(?: (?:then|also|now|maybe|perhaps))?',
  correctionOpenings: String.raw`(?:(?:no|nope|sorry|wait),? )?(?:i mean(?:t)?|i was asking about)[,:]? |(?:no|nope|sorry|wait)[,.!:–—-]+ ?`,
  aboutOpenings: '(?:what|how) about|what of|(?:the )?same (?:question |thing )?(?=(?:for|with|in|at|on) )',
  references:
    "(?:(?:the|these|those) two|both(?= of|\\W*$)|it|they|them|he|him|she|her|its|their|his|this|that|these|those|there|ones)(?![’'-])",
  possessives: 'its|their|his|her',
  determiners: 'this|that|these|those',
  severalPronouns: 'they|them|these|those|ones',
  clauseOpenings: 'and|or|but|if|when|while|because|before|after|until|that|which',
  subjectQuestions: [
    '(?:what|who)(?: exactly)? (?:is|are|was|were) <subject>(?: about)?',
    String.raw`how \p{L}+ (?:is|are|was|were) <subject>`,
    'how (?:do|does|did) <subject> work',
    '(?:can you |please )*(?:tell me(?: (?:something|more))? about|explain|describe|define) <subject>',
  ],
  thingPronouns: 'it|he|him|she|her|this|that',
  placePronouns: 'there',

  sourceHeadings: 'sources?|references?|citations?|bibliography|further reading|links?|see also',
  sourceLabels: 'source',
  addressLeads: 'see|visit|according to|source|via|from|at',
  pointerOpenings: 'see|visit|read|check|find|for (?:more|further|details)|more\\x20(?:information|details)?',

  placeJoints: 'and|or',
  ownQuestions: String.raw`who|whom|when|why|where|how(?! about)|what(?!(?:['’]s| is)? (?:about|if)| else| \p{L}+ (?:do you (?:have|sell)|are there))`,
  interrogatives:
    '^(?:please )?(?:summari[sz]e|compare|explain|describe|define|outline)|how (?:many times|many|much|long|often|far|large|big|high|old|fast|late|soon)|differences? between|(?:give|show|write) (?:me |us )?(?:an? )?(?:short |brief |quick )?(?:overview|outline|summary|introduction) (?:of|to|on|about)',
  // In "work permit" the same word is the subject.
  formVerbs: String.raw`\b(?:do|does|did)\b([^.!?;,]*)\bwork(?!\p{L})`,
  questionWords:
    'how|what|when|which|who|whom|whose|why|where|(?:under|within|at|for|from|after|by|in|with|up to|to) (?:which|what|how|whom)',
  questionVerbs: 'is|are|does|do|did|can|may|must|should|will|has|have',
  questionJoints: 'and|as well as',
  leaningWords: 'it|its|they|them|their|this|that|these|those|there',
  lightVerbs: 'appl(?:y|ies)|means?|happens?|exists?',

  leaningOpenings:
    'this|that|these|those|it|its|they|their|he|she|such|here|there|then|therefore|otherwise|in this case|in that case',
  independentOpenings: String.raw`there (?:is|are|was|were|must|may|shall)\b|it (?:is|was|takes)\b[^.;]*\b(?:to|that)\b`,
  subjectlessOpenings: String.raw`defaults?(?:\s+to\b|\s+value\b|:)|type:|required\b|optional\b|(?:sets|specifies|defines|controls|determines|enables|disables|returns|allows|limits|takes|accepts)\b`,
};
