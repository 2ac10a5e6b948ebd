import type { MessageWords } from '../words/message-words.ts';

const MATERIAL =
  '(?:documents?|files?|folders?|corpus|sources?|texts?|notes?|papers?|collection|material|data|book|manual|handbook|docs)';

/** English words of messages. */
export const enMessages: MessageWords = {
  greetings:
    "hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|night|day)|nice to (?:meet|see) you|how are you(?: doing)?(?: today)?|how(?:'|’)?s it going|how is it going|what(?:'|’)?s up",
  thanks:
    'thanks(?: a lot| so much| very much| again)?|thank you(?: very much| so much| again)?|thx|much appreciated|goodbye|bye(?: bye)?|see you(?: later| soon| tomorrow)?|have a (?:nice|good|great) (?:day|evening|weekend)',
  acknowledgements:
    'ok|okay|alright|all right|great|perfect|nice|cool|super|awesome|excellent|wonderful|sounds good|got it|i see|understood|well done|good job|never mind|no problem|sorry|yes|no|yeah|yep|nope|sure|please|lol|haha',
  courtesyCompanions:
    'there all everyone again to you your so much very for the help answer that was is it and my friend today really helpful good useful explanation guys dear assistant works this me',
  greetingCompanions: 'there|all|everyone|again',
  messageOpeners: 'what|how|who|when|where|why|which|can|could|is|are|do|does|i|please',
  doubts: String.raw`why(?:\s(?:not|so|is\sthat(?:\sso)?))?|how\scome|are\syou\s(?:really\s|quite\s)?(?:sure|certain)(?:\sabout\s(?:that|this|it))?|really|is\s(?:that|this|it)\s(?:really\s)?(?:true|right|correct|so)|how\sdo\syou\sknow(?:\sthat)?|says\swho|(?:that|this)(?:['’]s|\sis)\s(?:wrong|not\s(?:right|true|correct)|incorrect)|(?:i\sdon['’]t|i\sdo\snot)\sbelieve\s(?:that|this|it|you)`,
  assistantQuestions: [
    String.raw`(?:so\s)?(?:who|what)(?:\sexactly)?\sare\syou(?:\sexactly)?`,
    String.raw`what\s(?:else\s)?(?:can|could|do)\syou\s(?:do|know|help(?:\sme)?(?:\swith)?|offer)(?:\sfor\sme)?`,
    String.raw`what\sare\syou\s(?:able\sto\sdo|good\sat|capable\sof|made\sof)`,
    String.raw`how\s(?:do|can|could|does|were|are|old\sare)\syou(?:\s(?:work|help(?:\sme)?|built|made|trained))?`,
    String.raw`(?:are|aren't)\syou\s(?:an?\s|really\s|even\s|the\s)*(?:\p{L}+\s)?(?:human|bot|chatbot|robot|ai|person|machine|program|model|assistant|alive|real|chatgpt|gpt|claude|sentient)`,
    String.raw`(?:what(?:'s|’s|\sis)|do\syou\shave)\s(?:your|a)\s(?:name|purpose|job)`,
    String.raw`who\s(?:made|built|created|trained|developed|programmed|owns|wrote)\syou`,
    String.raw`(?:what|which)\s(?:ai\s|language\s)?(?:model|languages?)\s(?:are|do)\syou(?:\s(?:speak|use|understand|run on))?`,
    String.raw`(?:can|could)\syou\s(?:please\s)?help(?:\sme)?`,
    String.raw`(?:tell\sme\s(?:something\s|more\s)?about|introduce)\syourself`,
  ],
  operators: String.raw`plus|minus|times|multiplied\sby|divided\sby|over|mod|percent\sof|%\sof|to\sthe\spower\sof`,
  calculationLeads: String.raw`what(?:'s|’s|\sis|\sare)|how\smuch\s(?:is|are)|calculate|compute|solve|please`,
  languageNames:
    'english|german|french|spanish|italian|dutch|polish|portuguese|russian|chinese|japanese|turkish|latin|swedish|danish',
  intoLanguage: String.raw`(?:to|into|in)(?:\sthe)?`,
  wordingQuestions: [
    String.raw`how\s(?:do|would|can)\s(?:you|i|we|one)\s(?:say|write|spell|pronounce)\s.+\s(?:in|to)`,
    String.raw`what(?:'s|’s|\sis|\sdoes)\s.+\s(?:mean\s)?in`,
  ],
  politeWords: String.raw`please|can|could|would|you|help\sme`,
  reworkVerbs:
    'translate|rewrite|rephrase|reword|paraphrase|proofread|correct|shorten|simplify|fix|polish|improve|make|spell',
  translationVerbs: 'translate',
  overviews: [
    String.raw`^what(?:'s|’s|\sis|\sare|\swas|\swere)\s.{1,80}\sabout<end>`,
    String.raw`(?:^|[,.!?]\s?)<polite>(?:tell|teach|brief)\s(?:me|us)\s(?:(?:something|more|a\sbit|a\slittle|everything|all|anything|what\syou\sknow|briefly)\s)*(?:about|on)\s(?!how\b|what\b|when\b|why\b|whether\b|where\b|who\b)`,
    String.raw`(?<!\p{L})(?:overview|outline|synopsis|(?:big|whole)\spicture|in\sa\snutshell|gist|(?:main|key)\s(?:points|ideas|topics|takeaways|themes|messages))(?!\p{L})`,
    String.raw`(?<!\p{L})summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)(?!\p{L})`,
    String.raw`^what\s(?:do|does|is|are|can)\s(?:i\sfind\sin\s|in\s)?(?:the|these|this|those|your|my|our|all)\s(?:\p{L}+\s)?${MATERIAL}(?:\s(?:contain|cover|say|discuss|describe|deal\swith|talk\sabout|hold|have|in\shere))?(?:\s(?:overall|in\sgeneral))?<end>`,
    String.raw`^(?:what|which)\s(?:are\sthe\s)?(?:main\s|general\s)?(?:topics?|subjects?|themes?)(?!\p{L})`,
    String.raw`^what\sdo\syou\sknow\sabout\s`,
    String.raw`<polite>(?:introduce\s(?:me|us)\sto|give\s(?:me|us)\s(?:an?\s)?(?:introduction|intro|primer)|(?:an?\s)?(?:introduction|intro|primer)\s(?:to|on))(?!\p{L})`,
    String.raw`<polite>(?:describe|explain)\s.+\s(?:in\sgeneral|broadly|in\sbroad\sterms|from\sscratch|at\sa\shigh\slevel)<end>`,
  ],
  specifics: String.raw`how\s(?:long|many|much|often|far|high|old|big|large|fast|expensive)(?!\p{L})|differences?(?!\p{L})|(?:compar(?:e|ing|ison)|versus|vs)(?!\p{L})|(?:cheapest|(?:most|least)\sexpensive|best[- ]rated)(?!\p{L})`,

  messageQuestionWords: 'what|who|whom|whose|which|when|where|why|how',
  messageVerbs:
    "is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had|isn't|aren't|doesn't|don't|can't",
  factVerbs: 'is|are|was|were|do|does|did|has|have|had',
  messageRequests:
    'show|find|list|give|tell|explain|compare|search|book|describe|summari[sz]e|look|recommend|suggest|need|want|check|name|translate|i|we',
  prepositions:
    'in|at|near|around|on|to|from|for|with|without|by|until|till|before|after|since|during|under|over|below|above|between|within|inside|outside|of|about|as|via|per|through|into',
  limitWords:
    'only|just|instead|rather|except|but not|not|preferably|maybe|ideally|with no|at least|at most|up to|max|maximum|more|less|fewer|same|cheaper|closer|nearer|bigger|larger|smaller|newer|older|better|faster|later|earlier|longer|shorter|quieter',

  filterAtMost: String.raw`under|below|up to|at most|less than|no more than|not more than|cheaper than|max(?:imum|imal)?\.?|within|shorter than`,
  filterAtLeast: String.raw`over|above|at least|more than|min(?:imum)?\.?|from|starting at|no less than|better than`,
  filterAbout: String.raw`around|about|roughly|approximately|approx\.?`,
  filterBetween: 'between|from',
  filterAnd: 'and|to',
  filterOrMore: 'or more|and up|or better',
  wishes:
    'preferably|ideally|if possible|would be nice|would be great|nice to have|rather|i prefer|i would like|optionally|at best|optional',
  filterNegators: 'not|no|without|except|excluding|anything but|never',
  wishBorders: 'but|however|though',
  filterRequests:
    'please|find|show|search|give|list|recommend|suggest|need|want|looking|look|book|get|know|help|thanks|thank|hello|hi|hey|good|options|option|ones|one|something|anything|some|available|trip|stay|staying|priced|costing|me|us|and|what|about|how|per night|a night|each|per person|tell|more|else|compare|comparison|versus|vs|difference|differences',
  countWords: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  filterArticles: 'the|a|an|of',
  trueWords: 'true|yes|y|in stock|available',
  falseWords: 'false|no|n|out of stock|sold out',
};
