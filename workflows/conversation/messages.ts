import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Ask, ConversationView, Feedback } from '@plumbline/contracts/answers/conversation';
import type { SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

/** What a sender may leave out has its default. */
export type AskMessage = Partial<Omit<Ask, 'mode'>> & Pick<Ask, 'message' | 'messageId'> & { readonly mode?: string };

/** Answers a message; waits for those before it. The same `messageId` gets the same answer. */
export const askUpdate = defineUpdate<AnswerResult, [AskMessage]>('ask');
/** The same for senders that do not wait; they find the answer in the view. */
export const askSignal = defineSignal<[AskMessage]>('ask');
export const feedbackUpdate = defineUpdate<void, [Feedback]>('feedback');
export const feedbackSignal = defineSignal<[Feedback]>('feedback');
/** New totals; those left out stay. Named like the message of a run, because it says the same. */
export const extendBudgetUpdate = defineUpdate<void, [Partial<SpendingLimits>]>('extendBudget');
export const extendBudgetSignal = defineSignal<[Partial<SpendingLimits>]>('extendBudget');
export const retryNowUpdate = defineUpdate<void>('retryNow');
export const retryNowSignal = defineSignal('retryNow');
export const conversationQuery = defineQuery<ConversationView>('conversation');
