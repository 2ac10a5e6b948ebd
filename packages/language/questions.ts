export {
  type AnswerForm,
  answerFormOf,
  askingWords,
  asksForFigure,
  withoutInterrogatives,
} from './question/answer-form.ts';
export { keyEntitiesIn, mentionsEntity, unmentionedNames } from './question/key-entities.ts';
export { isAssertion, splitQuestion } from './question/question-parts.ts';
