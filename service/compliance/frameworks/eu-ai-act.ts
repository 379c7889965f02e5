/** The EU AI Act as far as it bears on running AI agents: mostly the duties around high-risk systems. */
import type { Framework } from '../framework.ts';

export const euAiAct: Framework = {
  id: 'eu_ai_act',
  name: 'EU AI Act',
  edition:
    'Regulation (EU) 2024/1689, as published on 12 July 2024; what was amended since (the Digital Omnibus on AI of 2026 moves dates of application, among others) is not taken up',
  source:
    'https://eur-lex.europa.eu/eli/reg/2024/1689/oj. Articles and paragraphs were compared with public copies of the table of contents and of Article 26.',
  scope:
    'Duties of providers and deployers of high-risk AI systems that records of decisions can bear on, and some that they cannot. Whether a system is high-risk, and when a duty applies, is for the reader to establish.',
  controls: [
    {
      id: 'Article 4',
      title: 'AI literacy',
      asks: 'People who work with AI systems on your behalf have to understand them well enough for their tasks.',
      checks: [],
      evidence: null,
      outside: 'Training, experience and knowledge of staff. Keep records of training elsewhere.',
    },
    {
      id: 'Article 5',
      title: 'Prohibited practices',
      asks: 'Certain uses of AI are forbidden outright, such as social scoring and manipulation that does harm.',
      checks: [],
      evidence: null,
      outside:
        'Whether a use is a prohibited one is a legal judgement about its purpose. Policies can block actions, but cannot make that judgement.',
    },
    {
      id: 'Article 9',
      title: 'Risk management system',
      asks: 'Risks have to be identified, weighed and reduced in a process that runs through the whole life of the system.',
      checks: ['catalogue_kept', 'policies_active', 'thresholds_set', 'judgement_bites', 'risk_stated'],
      evidence: 'Action catalogue, active policies, settings in force, verdicts that held actions back.',
      outside:
        'The analysis of risks to health, safety and fundamental rights, residual risk, and testing before the system is put into service.',
    },
    {
      id: 'Article 10',
      title: 'Data and data governance',
      asks: 'Data for training, validation and testing has to be fit for the purpose and examined for bias.',
      checks: [],
      evidence: null,
      outside: 'Training data never passes through this service.',
    },
    {
      id: 'Article 11',
      title: 'Technical documentation',
      asks: 'Documentation that shows how the system meets the requirements has to exist before it is placed on the market, and stay current.',
      checks: [],
      evidence: null,
      outside: 'The documentation of Annex IV. This report can be one attachment of it.',
    },
    {
      id: 'Article 12',
      title: 'Record-keeping',
      asks: 'The system has to record events by itself over its lifetime, so that risks can be found and its operation followed.',
      checks: [
        'chain_sound',
        'decisions_recorded',
        'actors_named',
        'checkpoints_signed',
        'outcomes_reported',
      ],
      evidence: 'The evidence chain with its signed checkpoints, verdicts and reported outcomes.',
      outside:
        'Events inside the AI system that it never asks about here, and the special records for remote biometric identification.',
    },
    {
      id: 'Article 13',
      title: 'Transparency towards deployers',
      asks: 'Deployers have to be able to interpret what the system puts out, and get instructions for use.',
      checks: [],
      evidence: null,
      outside:
        'The instructions for use, and the stated accuracy and limits of the system. The reasons recorded here are those of a verdict, not those of the AI system.',
    },
    {
      id: 'Article 14',
      title: 'Human oversight',
      asks: 'People have to be able to oversee the system in use: understand it, overrule it, and stop it.',
      checks: [
        'escalations_answered',
        'answered_in_time',
        'duties_separated',
        'blocks_heeded',
        'halt_ready',
        'halts_exercised',
      ],
      evidence:
        'Escalations with the decisions of people, halts and their lifting, executions reported despite a block.',
      outside:
        'Whether those people are competent, have the authority and time they need, and resist relying on the system too much.',
    },
    {
      id: 'Article 15',
      title: 'Accuracy, robustness and cybersecurity',
      asks: 'The system has to perform as well as its purpose demands, withstand errors and resist attack.',
      checks: ['outcomes_succeed', 'claims_verified', 'agent_keys_minimal', 'keys_expire', 'chain_sound'],
      evidence:
        'Reported outcomes, attestation mode, scopes and lifetime of API keys, verification of the chain.',
      outside:
        'Accuracy metrics of the model, resilience against poisoned data or adversarial input, and security of everything but the governance of actions.',
    },
    {
      id: 'Article 17',
      title: 'Quality management system',
      asks: 'Providers have to run a documented quality management system with procedures, responsibilities and records.',
      checks: [],
      evidence: null,
      outside:
        'Procedures, responsibilities and documents. Changes of rules are on record here, which is a small part of what the article lists.',
    },
    {
      id: 'Article 18',
      title: 'Keeping documentation',
      asks: 'Providers have to keep documentation of the system at the disposal of authorities for ten years.',
      checks: [],
      evidence: null,
      outside:
        'Documents of the provider. This service keeps evidence of actions, for as long as retention says.',
    },
    {
      id: 'Article 19',
      title: 'Keeping automatically generated logs',
      asks: 'Providers have to keep the logs under their control as long as the purpose demands, and six months at least.',
      checks: ['retention_sufficient', 'chain_sound', 'removals_reasoned'],
      evidence: 'Retention setting, prunings and redactions in the chain.',
      outside: 'Other law that demands longer, or shorter for personal data; logs kept outside this service.',
    },
    {
      id: 'Article 20',
      title: 'Corrective action',
      asks: 'Who finds that a system does not conform has to correct, disable or withdraw it, and inform those concerned.',
      checks: ['halt_ready', 'halts_exercised', 'changes_recorded'],
      evidence: 'Halts, changes of policies and settings.',
      outside: 'Informing distributors, deployers and authorities, and recalling a system.',
    },
    {
      id: 'Article 26(2)',
      title: 'Assigning oversight to people',
      asks: 'Deployers have to give oversight to people with the competence, training, authority and support for it.',
      checks: ['deciders_named', 'duties_separated', 'quorum_for_critical'],
      evidence: 'Decisions on escalations, with the person and the party that decided.',
      outside: 'Competence, training, authority and support of those people.',
    },
    {
      id: 'Article 26(5)',
      title: 'Monitoring operation',
      asks: 'Deployers have to watch the system in use, suspend it where it is a risk, and report incidents.',
      checks: ['alerts_heard', 'outcomes_reported', 'blocks_heeded', 'halt_ready'],
      evidence: 'Webhook endpoints, reported outcomes, halts.',
      outside:
        'Informing the provider, importer and authorities, and incidents that are not reported to this service.',
    },
    {
      id: 'Article 26(6)',
      title: 'Keeping logs as a deployer',
      asks: 'Deployers have to keep the logs under their control as long as the purpose demands, and six months at least.',
      checks: ['retention_sufficient', 'chain_sound', 'removals_reasoned'],
      evidence: 'Retention setting, prunings and redactions in the chain.',
      outside: 'Other law that demands longer, or shorter for personal data; logs kept outside this service.',
    },
    {
      id: 'Article 26(7), 26(11)',
      title: 'Informing workers and persons concerned',
      asks: 'Workers, and people about whom decisions are made, have to be informed that a high-risk system is used.',
      checks: [],
      evidence: null,
      outside: 'Notices to people are given outside this service.',
    },
    {
      id: 'Article 27',
      title: 'Fundamental rights impact assessment',
      asks: 'Certain deployers have to assess the impact on fundamental rights before they use a high-risk system.',
      checks: [],
      evidence: null,
      outside: 'The assessment, its update and its notification to the authority.',
    },
    {
      id: 'Article 50',
      title: 'Transparency towards people',
      asks: 'People have to be able to tell that they deal with an AI system, and generated content has to be marked.',
      checks: [],
      evidence: null,
      outside: 'What people see of the AI system is not seen here.',
    },
    {
      id: 'Article 72',
      title: 'Post-market monitoring',
      asks: 'Providers have to collect and analyse, by a plan, how their systems do over their lifetime.',
      checks: ['outcomes_reported', 'outcomes_succeed', 'trust_kept'],
      evidence: 'Reported outcomes and the trust scores that follow from them.',
      outside: 'The monitoring plan, and data of deployers who do not use this service.',
    },
    {
      id: 'Article 73',
      title: 'Reporting serious incidents',
      asks: 'Providers have to report serious incidents to the authorities within set times.',
      checks: [],
      evidence: null,
      outside:
        'Whether an incident is a serious one, and the report of it. Webhooks can tell you of what may be one.',
    },
    {
      id: 'Article 86',
      title: 'Right to an explanation',
      asks: 'A person affected by certain decisions can ask what part the system had in them, and why.',
      checks: [],
      evidence: null,
      outside:
        'The explanation. Recorded is why an action was allowed or not, not why something was decided about a person.',
    },
  ],
};
