// Run once for each worker, before any workflow: its workflows share zod and these schemas, because building them again takes longer
// than most workflow tasks. A module whose state depends on a workflow must not be named here.
import { z } from 'zod';
import * as accounting from './contracts/accounting.ts';
import * as alignment from './contracts/alignment.ts';
import * as answer from './contracts/answer.ts';
import * as briefingCanon from './contracts/briefing-canon.ts';
import * as briefingIssues from './contracts/briefing-issues.ts';
import * as briefingItems from './contracts/briefing-items.ts';
import * as briefingRecord from './contracts/briefing-record.ts';
import * as briefingSettings from './contracts/briefing-settings.ts';
import * as briefingSlot from './contracts/briefing-slot.ts';
import * as briefingState from './contracts/briefing-state.ts';
import * as catalogue from './contracts/catalogue.ts';
import * as claim from './contracts/claim.ts';
import * as clarification from './contracts/clarification.ts';
import * as conversationSettings from './contracts/conversation-settings.ts';
import * as conversation from './contracts/conversation.ts';
import * as corpus from './contracts/corpus.ts';
import * as diagnostic from './contracts/diagnostic.ts';
import * as differentSetting from './contracts/different-setting.ts';
import * as drift from './contracts/drift.ts';
import * as evidence from './contracts/evidence.ts';
import * as fork from './contracts/fork.ts';
import * as leftOutFinding from './contracts/left-out-finding.ts';
import * as memory from './contracts/memory.ts';
import * as metering from './contracts/metering.ts';
import * as notedReflection from './contracts/noted-reflection.ts';
import * as queryAnchor from './contracts/query-anchor.ts';
import * as reportSettings from './contracts/report-settings.ts';
import * as report from './contracts/report.ts';
import * as researchLimits from './contracts/research-limits.ts';
import * as researchPlan from './contracts/research-plan.ts';
import * as researchRequest from './contracts/research-request.ts';
import * as researchSettings from './contracts/research-settings.ts';
import * as scheduledBriefing from './contracts/scheduled-briefing.ts';
import * as setting from './contracts/setting.ts';
import * as settledStages from './contracts/settled-stages.ts';
import * as sourceRegistry from './contracts/source-registry.ts';
import * as steering from './contracts/steering.ts';
import * as taskDecisions from './contracts/task-decisions.ts';
import * as taskSummary from './contracts/task-summary.ts';
import * as translatedPhrases from './contracts/translated-phrases.ts';
import * as webSearch from './contracts/web-search.ts';

const CONTRACTS = [
  accounting,
  alignment,
  answer,
  briefingCanon,
  briefingIssues,
  briefingItems,
  briefingRecord,
  briefingSettings,
  briefingSlot,
  briefingState,
  catalogue,
  claim,
  clarification,
  conversation,
  conversationSettings,
  corpus,
  diagnostic,
  differentSetting,
  drift,
  evidence,
  fork,
  leftOutFinding,
  memory,
  metering,
  notedReflection,
  queryAnchor,
  report,
  reportSettings,
  researchLimits,
  researchPlan,
  researchRequest,
  researchSettings,
  scheduledBriefing,
  setting,
  settledStages,
  sourceRegistry,
  steering,
  taskDecisions,
  taskSummary,
  translatedPhrases,
  webSearch,
];

// The SDK freezes all that an unfrozen module gives out, down to the last value. Schemas complete themselves when they are first used,
// and patterns are reset before each use, so only the list of what such a module gives out is frozen.
for (const module of [z.regexes, ...CONTRACTS]) Object.freeze(module);
