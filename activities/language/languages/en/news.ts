import type { NewsWords } from '../words/news-words.ts';

const OWN = String.raw`(?:its|his|her|their|our|the|an?|earlier|previous|this|own|our)\s+(?:\p{L}+\s+){0,3}`;
const SAID = String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?|announcements?|versions?|accounts?|data|dispatch|post)`;

/** English words of the news. */
export const enNews: NewsWords = {
  opinionPaths: 'opinions?|comment(?:ary|isfree)?|columns?|columnists?|editorials?|op-?eds?|blogs?|letters',
  opinionTitles: 'opinion|commentary|comment|editorial|op-?ed|column|guest essay|letters?',
  opinionTitleEnds: 'opinion|commentary|editorial',
  opinions: String.raw`i|we (?:think|believe|feel|hope)|my|our view|in (?:my|our) (?:view|opinion)|arguabl[ey]|argues?|believes?|thinks?|hopes?|critics say|should(?:n['’]t)?|ought to|would be|unfortunately|regrettabl[ey]|fortunately|thankfully|hopefully|mistakes?|disaster|disastrous|disgrace|shameful|scandal(?:ous)?|outrageous|unacceptable|foolish|unwise|brilliant|wonderful|terrible|worst|nobody (?:can explain|doubts)|no doubt|seems?|seemed|appears? to|(?:good|bad) news|high time`,
  forecasts: String.raw`may|might|could|likely|unlikely|expect(?:s|ed)?|anticipates?|predicts?|forecasts (?:that|a|an|growth|demand)|warns? (?:that|of)|analysts say|is set to|are set to|perhaps|probably|possibly`,
  drifts: String.raw`will\s(?:[^.;]{0,60}\s)?(?:rise|fall|grow|increase|decline|improve|worsen|remain|continue|reach|exceed|double)`,
  advice: String.raw`subscribe|sign up|read (?:more|here|also)|click|follow us|how to|you|your|here (?:are|is)|things to know|questions and answers`,
  decided: String.raw`announce[ds]?|decided|decides|agreed|ordered|ruled|rules that|plans to|said it will|according to`,
  newsDeeds: String.raw`(?!need|indeed|speed|feed|seed|exceed|proceed|embed|said)\p{L}{2,}ed|began|rose|fell|won|lost|sold|bought|built|went|took|made|gave|sent|left|paid|met|held|shut|set|struck|grew|became|found|saw|led|sank|broke|came|withdrew|wrote|spent|kept|put|brought|caught|fled|hit`,
  views: 'key to|question of|matter of',
  timeOpenings: '(?:this|that) (?:week|month|year|morning)',
  retractions: [
    String.raw`(?:correct|retract|withdr[ae]w|disavow|walk)\p{L}*\s+(?:back\s+)?(?:${OWN})?${SAID}`,
    String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?)\s+(?:\p{L}+\s+){0,3}(?:has|have|was|were|is|are)\s+(?:been\s+)?(?:corrected|retracted|withdrawn)`,
    String.raw`an?\s+earlier\s+version\s+of\s+this`,
  ],
  correctionTitles: 'correction|clarification|retraction',
  decisiveWords: String.raw`not|no|never|none|without|cannot|un(?=\p{L})`,
};
