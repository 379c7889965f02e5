/** The shapes of the API, made from docs/openapi.json by `npm run client:types`. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description All of them are stored, or none */
        AddedTargets: {
            added: components["schemas"]["KnownTarget"][];
            already_known: number;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            scopes: ("governance:evaluate" | "evidence:read" | "evidence:write" | "usage:read" | "keys:manage" | "members:manage")[];
            /** @description The member or key that made it, or operator; null where an earlier version did not say */
            made_by: string | null;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** @description The secret, its first 7 characters */
            prefix: string;
            /** @description The secret, its last 4 characters */
            last4: string;
            last_used_at: string | null;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
        };
        /** @description Keys of both environments, and to the sandbox its own; revoked and expired ones included */
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
            total: number;
        };
        ApiKeyRequest: {
            name: string;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            /** @description Default: all but members:manage, which only an owner gives */
            scopes?: ("governance:evaluate" | "evidence:read" | "evidence:write" | "usage:read" | "keys:manage" | "members:manage")[];
            /** @description Default: 90. On the enterprise tier, null makes a key that does not expire */
            expires_in_days?: number | null;
        };
        /** @description The approval */
        Approval: {
            approval_id: string;
            escalation_id: string;
            /** @description The evidence id of the evaluation that opened it */
            evidence_id: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "expired" | "cancelled" | "consumed";
            action: string;
            description: string | null;
            /** @description As in the request; null if the payload of the evaluation was removed */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description null if the payload of the evaluation was removed */
            reasoning: string | null;
            /** @description The laws the human is asked about: those that did not pass, or that passed only because of an earlier approval; null if the payload of the evaluation was removed */
            laws: {
                law_id: components["schemas"]["LawId"];
                law_name: string;
                /**
                 * @description pass: an earlier approval of the same request answered it
                 * @enum {unknown}
                 */
                result: "pass" | "warn" | "fail";
                reason: string;
                details: {
                    [key: string]: unknown;
                };
            }[] | null;
            risk_level: string | null;
            agent_id: string | null;
            user_id: string | null;
            /** @description The key that asked */
            requested_by: string | null;
            required_approvals: number;
            decisions: {
                /** @description The member or key that decided */
                party: string;
                /** @description The name of the member; of a key, whom it named, or the key itself */
                decided_by: string;
                /** @description The key that says who decided: no one has proven it. null where a member decided */
                said_by_key: string | null;
                /** @description The person who decided had asked for the action, with a key or session of theirs */
                by_requester: boolean;
                /** @enum {unknown} */
                decision: "approved" | "rejected";
                comment: string | null;
                /** Format: date-time */
                decided_at: string;
            }[];
            /** @description SHA-256 of the one request that can use it; null if its payload is gone */
            binding: string | null;
            /** @description 3: `binding` covers all but the approval fields and, beside `arguments`, `session_id`; 2: the session always; 1: not the description, which is compared with that of the first request */
            binding_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            resolved_at: string | null;
            resolution_evidence_id: string | null;
            consumed_at: string | null;
            /** @description The evidence id of the evaluation that used it */
            consumed_by: string | null;
        };
        /** @description An optional body */
        ApprovalDecision: {
            /** @description Kept with the approval, and in the evidence of its resolution */
            comment?: string;
            /** @description The person on whose behalf the key decides */
            decided_by?: string;
        };
        /** @description One page. The key or person who decided stands in `decisions` */
        ApprovalPage: {
            items: components["schemas"]["Approval"][];
            /** @description null on the last page */
            next_cursor: string | null;
            /** @description The number of items on all pages */
            total: number;
        };
        Artifact: {
            id: string;
            artifact_type: components["schemas"]["ArtifactType"];
            action: string | null;
            verdict: string | null;
            payload: {
                [key: string]: unknown;
            } | null;
            hash: string;
            previous_hash: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Payload and salt are null after redaction, or when their retention has passed */
        ArtifactInFull: {
            id: string;
            artifact_type: components["schemas"]["ArtifactType"];
            action: string | null;
            verdict: string | null;
            payload: {
                [key: string]: unknown;
            } | null;
            hash: string;
            previous_hash: string;
            /** Format: date-time */
            created_at: string;
            /** @description Its position in the chain, from 0 */
            index: number;
            /** @description The agent that acted, or else the user, or else the key */
            actor: string;
            /** @description SHA-256 of salt and canonical payload */
            payload_commitment: string;
            salt: string | null;
            /** @description The text whose RFC 6962 leaf hash is `hash` */
            leaf: string;
        };
        /** @enum {unknown} */
        ArtifactType: "governance_eval" | "action_executed" | "action_approved" | "action_rejected" | "compliance_check" | "trust_update" | "governance_change";
        AuthZenAction: {
            /** @description The action, such as email.send */
            name: string;
            /** @description The arguments of the tool */
            properties?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The decision, whose evidence is on disk */
        AuthZenDecision: {
            /** @description true for proceed alone */
            decision: boolean;
            /** @description verdict, reason_user, evidence_id, remedies; approval_id where a human can allow it */
            context: {
                [key: string]: unknown;
            };
        };
        AuthZenEvaluation: {
            subject: components["schemas"]["AuthZenSubject"];
            action: components["schemas"]["AuthZenAction"];
            resource: components["schemas"]["AuthZenResource"];
            context?: components["schemas"]["EvaluationContext"];
        } & {
            [key: string]: unknown;
        };
        AuthZenEvaluations: {
            subject?: components["schemas"]["AuthZenSubject"];
            action?: components["schemas"]["AuthZenAction"];
            resource?: components["schemas"]["AuthZenResource"];
            context?: components["schemas"]["EvaluationContext"];
            /** @description Each is a single evaluation. Without any, the request itself is one */
            evaluations?: unknown[];
            options?: {
                /**
                 * @description Default: execute_all
                 * @enum {unknown}
                 */
                evaluations_semantic?: "execute_all" | "deny_on_first_deny" | "permit_on_first_permit";
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        AuthZenResource: {
            /** @description Its kind */
            type: string;
            /** @description Which one */
            id: string;
            /** @description Kept, and read by your policies */
            properties?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        AuthZenSubject: {
            /** @description user for a person; every other type, such as agent, is an agent */
            type: string;
            /** @description Who acts: the agent_id, or the user_id */
            id: string;
            /** @description Kept, and read by your policies */
            properties?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        BacktestExample: {
            evidence_id: string;
            action: string;
            /** Format: date-time */
            created_at: string;
            /** @description The rules that would match, as policy/rule */
            rules: string[];
            /** @description The laws that would not pass */
            laws: components["schemas"]["LawId"][];
        };
        /** @description Which verdicts would have been different */
        BacktestResult: {
            /** @description null if only settings are tried */
            policy: string | null;
            /** @description null for a draft */
            version: number | null;
            from_date: string | null;
            to_date: string | null;
            /** @description How many evaluations were judged again */
            evaluations: number;
            /** @description How many were skipped, because their payload was redacted or has expired */
            skipped: number;
            /** @description How many verdicts would be different */
            changed_count: number;
            /** @description Most frequent first */
            changed: {
                from: components["schemas"]["Verdict"];
                to: components["schemas"]["Verdict"];
                /** @description Verdicts */
                count: number;
                /** @description The newest, oldest first */
                examples: components["schemas"]["BacktestExample"][];
            }[];
            /** @description The rules of the policy that is tried, in their order */
            rules: {
                rule: string;
                /** @description In how many evaluations the rule matches */
                matched: number;
                /** @description In how many it could not be evaluated, which blocks, or escalates where it only costs too much */
                erred: number;
            }[];
            /** @description In how many evaluations some rule could not be evaluated */
            erred_count: number;
            /** @description ms */
            duration_ms: number;
        };
        /** @description The running month */
        Billing: {
            /**
             * @description The tier of the month
             * @enum {unknown}
             */
            tier: "free" | "team" | "business" | "enterprise";
            /** @enum {unknown} */
            plan: "free" | "personal" | "pro" | "team" | "enterprise";
            billing_period: components["schemas"]["BillingPeriod"];
            users: number;
            base_usd: number;
            /** @description Before credit */
            overage_usd: number;
            credit_applied_usd: number;
            credit_remaining_usd: number;
            /** @description base_usd + overage_usd - credit_applied_usd */
            amount_due_usd: number;
        };
        /** @description A calendar month, UTC */
        BillingPeriod: {
            /** Format: date-time */
            start: string;
            /**
             * Format: date-time
             * @description When the next month starts
             */
            end: string;
        };
        /** @description The budget as it is now */
        Budget: {
            budget_id: string;
            name: string;
            /** @description null for every agent */
            agent_id: string | null;
            /** @description null for every action */
            action_pattern: string | null;
            /** @enum {unknown} */
            period: "day" | "month";
            limit_usd: number;
            /** @description A change has to name the revision it expects */
            revision: number;
            /** Format: date-time */
            created_at: string;
            /** @description The id of a key, or operator for the command line */
            created_by: string;
            deleted_at: string | null;
            /** @description The evidence id of its last change */
            evidence_id: string;
            /** Format: date-time */
            period_start: string;
            /** @description Spent in the running period, by reported outcomes */
            spent_usd: number;
            /** @description Reserved for actions that may proceed and have no reported outcome yet */
            reserved_usd: number;
            /** @description Below zero if more was spent than the limit */
            remaining_usd: number;
        };
        /** @description The findings, which are evidence and on disk */
        ComplianceCheck: {
            /** @description The evidence whose payload is this answer */
            evidence_id: string;
            framework: {
                id: string;
                name: string;
                /** @description The text that the controls interpret */
                edition: string;
                /** @description Who it applies to, and which parts of it are covered */
                scope: string;
            };
            period: {
                /** Format: date-time */
                from: string;
                /**
                 * Format: date-time
                 * @description Not included
                 */
                to: string;
            };
            /** @description The part of the period for which settings, policies, budgets and keys were judged: from its first evaluation on. Older checks judged them as they were at the time of the check, and have none */
            governed?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** Format: date-time */
            checked_at: string;
            checked_by: string;
            tenant: {
                id: string;
                name: string;
            };
            environment: string;
            evidence: {
                chain_id: string;
                /** @description How many artifacts the chain had at the time of the check */
                tree_size: number;
                records_in_period: number;
                evaluations_in_period: number;
                checkpoint: {
                    tree_size: number;
                    root_hash: string;
                    /** Format: date-time */
                    signed_at: string;
                    /** @description The signed note, verbatim */
                    note: string;
                } | null;
            };
            /** @description Controls by result */
            summary: {
                met: number;
                partial: number;
                not_met: number;
                /** @description Nothing to judge, or outside what is covered; never counted as met */
                not_assessed: number;
            };
            controls: {
                title: string;
                /** @description The framework's own number */
                id: string;
                /** @description In the words of this service, not of the framework */
                asks: string;
                /** @enum {unknown} */
                result: "met" | "partial" | "not_met" | "not_assessed";
                reason: ("outside" | "nothing_to_judge") | null;
                /** @description The checks that answer it; none if all of it is outside */
                checks: string[];
                evidence: string | null;
                /** @description What software can't show */
                outside: string;
                checks_met: number;
            }[];
            checks: {
                title: string;
                id: string;
                rule: string;
                /** @description What it checks may never happen; if it didn't, the result leaves the check out */
                occasional: boolean;
                /** @description If this is not met, the control is not met */
                decisive: boolean;
                /** @enum {unknown} */
                result: "met" | "partial" | "not_met" | "not_assessed";
                finding: string;
                counts: {
                    [key: string]: number;
                };
                /** @description The newest, at most 20 */
                evidence_ids: string[];
            }[];
        };
        /** @description The thing is not in a state that allows this */
        Conflicting: {
            detail: string;
            /**
             * @description Why, for programs. New reasons may be added
             * @enum {unknown}
             */
            code: "account_exists" | "agreement_needs_enterprise" | "approval_decided_already" | "approval_not_pending" | "backtest_under_way" | "budget_changed" | "budget_deleted" | "caller_gone" | "evidence_held" | "index_incomplete" | "invitation_used" | "last_owner" | "mail_not_configured" | "mandate_changed" | "mandate_not_open" | "member_exists" | "month_not_closed" | "name_taken" | "no_evidence" | "no_place_left" | "not_a_restore" | "outcome_reported" | "payload_gone" | "policy_exists" | "policy_has_no_former_version" | "policy_in_force_changed" | "policy_version_changed" | "policy_version_unusable" | "record_must_stay_readable" | "restore_acknowledged_elsewhere" | "settings_changed" | "signing_unavailable" | "tenant_exists" | "too_many_budgets" | "too_many_policies" | "too_many_policies_in_force" | "too_many_tool_patterns" | "too_many_tools" | "too_many_webhooks" | "tool_accepted" | "tool_changed" | "usage_disagrees" | "webhook_disabled";
        };
        /** @description The settings in force; activated_at is null if nothing was ever set */
        CurrentSettings: {
            /** @description 0 is the standard settings of this installation */
            version: number;
            /** @description The hash of what the laws judge by, as evaluations record it */
            law_version: string;
            settings: components["schemas"]["NewSettings"];
            activated_at: string | null;
            activated_by: string | null;
        };
        /** @description A draft to try, instead of the policy of that name or in addition to all others */
        DraftPolicy: {
            /**
             * @description Lower-case letters, digits, dashes and underscores, at most 64
             * @example payments
             */
            name?: string;
            /** @description What the policy is for */
            description?: string;
            rules: components["schemas"]["PolicyRule"][];
            /** @description Values that rules can use, as variables. and the name; each may use those before it */
            variables?: components["schemas"]["PolicyVariable"][];
            lists?: components["schemas"]["PolicyLists"];
        };
        /** @enum {unknown} */
        Effect: "read" | "write" | "send" | "share" | "pay" | "book" | "delete" | "execute" | "configure";
        /** @description The effect by the value of an argument; for any other value, effect */
        EffectByArgument: {
            /** @description A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them */
            path: string;
            values: {
                [key: string]: components["schemas"]["Effect"];
            };
        };
        /** @description An erasure, which is certified once nothing of what it found is left */
        Erasure: {
            erasure_id: string;
            /** @enum {unknown} */
            status: "removing" | "certified";
            /** @description A keyed hash of the subject, which only this service can compute: the value itself is kept nowhere */
            subject_hash: string;
            /** @description How many records were found, and are to be removed */
            records: number;
            /** Format: date-time */
            begun_at: string;
            /** @description A key or member, or operator for the command line */
            begun_by: string;
            evidence_id: string;
            certified_at: string | null;
            certificate_evidence_id: string | null;
        };
        /** @description What was removed, as it is on record */
        ErasureCertificate: {
            erasure_id: string;
            subject_hash: string;
            begun_evidence_id: string;
            /** Format: date-time */
            begun_at: string;
            begun_by: string;
            removed: number;
            /** @description How many a legal hold that was set meanwhile has kept */
            left: number;
            positions_hash: string;
            /** @description The first 1,000 of the removed records */
            evidence_ids: string[];
            /** @description SHA-256 of all their ids, one a line */
            evidence_ids_hash: string;
        };
        /** @description What an erasure would remove now */
        ErasurePreview: {
            /** @description A keyed hash of the subject, which only this service can compute: the value itself is kept nowhere */
            subject_hash: string;
            /** @description How many records would be redacted */
            records: number;
            by_type: {
                [key: string]: number;
            };
            /** @description The first 1,000 of them */
            evidence_ids: string[];
            /** @description What legal holds keep */
            held: {
                hold_id: string;
                records: number;
            }[];
            /** @description Records of removals, holds and erasures that name the subject, and can not be removed */
            kept: number;
            /** @description How many of the records name the subject as action or actor, which is hashed and stays */
            in_leaf: number;
            /** @description How far the search has come; it is incomplete while earlier records are being indexed */
            searched: {
                records: number;
                of: number;
                complete: boolean;
            };
        };
        /** @description An erasure */
        ErasureWithCertificate: {
            erasure_id: string;
            /** @enum {unknown} */
            status: "removing" | "certified";
            /** @description A keyed hash of the subject, which only this service can compute: the value itself is kept nowhere */
            subject_hash: string;
            /** @description How many records were found, and are to be removed */
            records: number;
            /** Format: date-time */
            begun_at: string;
            /** @description A key or member, or operator for the command line */
            begun_by: string;
            evidence_id: string;
            certified_at: string | null;
            certificate_evidence_id: string | null;
            certificate: components["schemas"]["ErasureCertificate"] | null;
        };
        /** @description The verdict, whose evidence is on disk */
        Evaluation: {
            verdict: components["schemas"]["Verdict"];
            action: string;
            explanation: string;
            /** @description The time from request to verdict; the evidence is written after it */
            duration_ms: number;
            /** Format: date-time */
            evaluated_at: string;
            evaluations: components["schemas"]["LawResult"][];
            /** @description For each law that did not pass, the smallest change that would make it pass */
            remedies: components["schemas"]["Remedy"][];
            /** @description What the verdict rests on. claims alone: the service knows nothing of this action but what the caller says */
            basis: ("claims" | "tool" | "content" | "targets" | "mandate")[];
            would_be?: components["schemas"]["WouldBe"];
            evidence_id: string;
            /** @description Present when the verdict is escalate */
            escalation_id?: string;
            /** @description The approval a human has to give; present when the verdict is escalate */
            approval_id?: string;
        };
        /** @description The verdict, whose evidence is on disk */
        EvaluationB: {
            /** @enum {unknown} */
            verdict: "PROCEED" | "ESCALATE" | "BLOCK";
            evidence_id: string;
            reasoning: string;
            /** Format: date-time */
            evaluated_at: string;
            /** @description The time from request to verdict; the evidence is written after it */
            duration_ms: number;
            /** @description Present when the verdict is ESCALATE */
            escalation_id?: string;
            /** @description The approval a human has to give; present when the verdict is ESCALATE */
            approval_id?: string;
            /** @description Present when the verdict is BLOCK */
            block_reason?: string;
            /** @description For each law that did not pass, the smallest change that would make it pass */
            remedies: components["schemas"]["Remedy"][];
            /** @description What the verdict rests on. claims alone: the service knows nothing of this action but what the caller says */
            basis: ("claims" | "tool" | "content" | "targets" | "mandate")[];
            /** @description Present where tools, targets and mandates are only observed: the verdict by them */
            would_be?: {
                /** @enum {unknown} */
                verdict: "PROCEED" | "ESCALATE" | "BLOCK";
                reasoning: string;
            };
        };
        EvaluationBatch: {
            /** @description Each item is the body of a single evaluation */
            evaluations: unknown[];
        };
        /** @description Unknown keys are kept, and reach your policies and the evidence */
        EvaluationContext: {
            /**
             * @description Default: low
             * @enum {unknown}
             */
            risk_level?: "low" | "medium" | "high" | "critical";
            /** @description The action cannot be undone. Default: false */
            is_irreversible?: boolean;
            /** @description A human approved this action. Default: false */
            has_approval?: boolean;
            /** @description The approval of this very request; together with has_approval it answers the warnings that the human was asked about */
            approval_id?: string;
            /** @description How much the action will cost, in USD */
            estimated_cost_usd?: number;
            /** @description How much may still be spent, in USD */
            budget_remaining_usd?: number;
            confidence_score?: number;
            min_confidence?: number;
            trust_score?: number;
            /**
             * @description Default: ai_agent
             * @enum {unknown}
             */
            actor_type?: "human" | "ai_agent";
            /** @description The type of evidence that the action should leave */
            artifact_type?: string;
            alternatives?: ({
                /** @description An action that could be taken instead */
                action: string;
                /** @enum {unknown} */
                risk_level?: "low" | "medium" | "high" | "critical";
                is_irreversible?: boolean;
                /** @description USD */
                estimated_cost_usd?: number;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The mandate of the task; one that does not hold for this agent fails */
            mandate_id?: string;
            /** @description The tool's arguments as they are sent to it. Without them the other keys of context are read as such */
            arguments?: unknown;
        } & {
            [key: string]: unknown;
        };
        EvaluationRequest: {
            /**
             * @description What the agent wants to do, such as email.send
             * @example email.send
             */
            action: string;
            /** @description The agent that acts */
            agent_id?: string;
            /** @description The person on whose behalf it acts */
            user_id?: string;
            /** @description The caller's own label; recorded, never used to select data */
            tenant_id?: string;
            /** @description The same key and body within 24 hours get the first answer again; a proceed is judged again if its agent has been halted since */
            idempotency_key?: string;
            /** @description What the action is for, in words */
            description?: string;
            context?: components["schemas"]["EvaluationContext"];
        };
        EvaluationRequestB: {
            /**
             * @description What the agent wants to do, such as email.send
             * @example email.send
             */
            action: string;
            /** @description The agent that acts */
            agent_id?: string;
            /** @description The person on whose behalf it acts */
            user_id?: string;
            /** @description The caller's own label; recorded, never used to select data */
            tenant_id?: string;
            /** @description The same key and body within 24 hours get the first answer again; a proceed is judged again if its agent has been halted since */
            idempotency_key?: string;
            context: components["schemas"]["EvaluationContext"];
        };
        /** @enum {unknown} */
        EventType: "approval.created" | "approval.resolved" | "evaluation.escalated" | "evaluation.blocked" | "evidence.integrity_failed" | "action.executed_despite_block" | "key.expiring" | "usage.threshold_reached" | "usage.reported" | "trust.changed" | "agent.halted" | "tool.changed";
        /** @description What was found last. To look now, verify */
        EvidenceHealth: {
            /**
             * @description failed while an alarm is open: every evaluation is blocked until it is acknowledged
             * @enum {unknown}
             */
            status: "sound" | "failed";
            /** @description When the oldest open alarm was raised; null for none */
            failed_since: string | null;
            /** @description Oldest first; at most 1,000 */
            open_alarms: components["schemas"]["IntegrityAlarm"][];
            total_artifacts: number;
            /** @description When a verification last found the chain sound, in full or what had been added; null for never */
            sound_at: string | null;
            /** @description When a full verification last did; one runs each day */
            fully_sound_at: string | null;
            /** @description The newest signed checkpoint: how many records it covers */
            checkpoint: {
                size: number;
                /** Format: date-time */
                signed_at: string;
            } | null;
        };
        /** @description One page, newest first */
        EvidencePage: {
            items: components["schemas"]["Artifact"][];
            /** @description How many match */
            total: number;
            limit: number;
            offset: number;
        };
        /** @description The record */
        EvidenceRecord: {
            evidence_id: string;
            action: string | null;
            verdict: string | null;
            reasoning: string | null;
            laws_evaluated: components["schemas"]["LawPassed"][];
            /** Format: date-time */
            timestamp: string;
            /** @description The hash of the record in the chain */
            signature: string;
        };
        /** @description An artifact must match all filters */
        EvidenceSearch: {
            artifact_type?: components["schemas"]["ArtifactType"];
            /** @description Exactly this action */
            action?: string;
            verdict?: components["schemas"]["Verdict"];
            /** @description Recorded at this time or later */
            from_date?: string;
            /** @description Recorded before this time */
            to_date?: string;
            /** @default 50 */
            limit?: number;
            /** @default 0 */
            offset?: number;
        };
        /** @description Exact counts. Evaluations count at the time at which they were recorded */
        EvidenceStatistics: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {unknown} */
            interval: "hour" | "day";
            /** @description Each interval of the period, in order */
            verdicts: {
                /** Format: date-time */
                start: string;
                proceed: number;
                escalate: number;
                block: number;
            }[];
            /** @description The 20 actions that were escalated or blocked most */
            actions: {
                action: string;
                proceed: number;
                escalate: number;
                block: number;
            }[];
            /** @description All evaluations of the period */
            total: number;
        };
        /** @description The verdict, and whether the action is recorded as executed. Both are on disk */
        Execution: {
            verdict: components["schemas"]["Verdict"];
            action: string;
            explanation: string;
            /** @description The time from request to verdict; the evidence is written after it */
            duration_ms: number;
            /** Format: date-time */
            evaluated_at: string;
            evaluations: components["schemas"]["LawResult"][];
            /** @description For each law that did not pass, the smallest change that would make it pass */
            remedies: components["schemas"]["Remedy"][];
            /** @description What the verdict rests on. claims alone: the service knows nothing of this action but what the caller says */
            basis: ("claims" | "tool" | "content" | "targets" | "mandate")[];
            would_be?: components["schemas"]["WouldBe"];
            evidence_id: string;
            /** @description Present when the verdict is escalate */
            escalation_id?: string;
            /** @description The approval a human has to give; present when the verdict is escalate */
            approval_id?: string;
            /** @description Whether the action is recorded as executed: only if the verdict is proceed */
            executed: boolean;
            /** @description The evidence of the execution; present when executed is true */
            execution_evidence_id?: string;
        };
        ExpectedPolicyVersion: {
            /** @description The version you expect to be in force; null for none */
            expected_version: number | null;
        };
        /** @description The export is tied to a signed checkpoint that covers everything recorded so far; the file is made at each download */
        Export: {
            export_id: string;
            /** @enum {unknown} */
            format: "json" | "csv" | "pdf";
            artifact_count: number;
            /** @description Opens without a key, until expires_at */
            download_url: string;
            /** Format: date-time */
            expires_at: string;
            restores: components["schemas"]["Restores"];
            /** @description The size of the whole chain as it is now */
            chain_verification?: {
                valid: boolean;
                total_verified: number;
            };
        };
        ExportRequest: {
            /** @enum {unknown} */
            format: "json" | "csv" | "pdf";
            /** @description Recorded at this time or later */
            from_date?: string;
            /** @description Recorded before this time */
            to_date?: string;
            /** @description Only these types, each once */
            artifact_types?: components["schemas"]["ArtifactType"][];
            /**
             * @description With csv alone: begin with a byte order mark, so that Excel reads it as UTF-8
             * @default false
             */
            csv_bom?: boolean;
            /** @default false */
            include_chain_verification?: boolean;
        };
        /** @description A fault of the service */
        Failure: {
            detail: string;
            request_id: string;
        };
        Fault: {
            loc: string[];
            msg: string;
            type: string;
        };
        /** @description The halt as it is now */
        Halt: {
            halt_id: string;
            /** @description null for every agent, including requests that name none */
            agent_id: string | null;
            reason: string;
            /** @enum {unknown} */
            status: "in_force" | "lifted";
            /** Format: date-time */
            halted_at: string;
            /** @description A key, or operator for the command line */
            halted_by: string;
            evidence_id: string;
            lifted_at: string | null;
            lifted_by: string | null;
            lift_reason: string | null;
            lift_evidence_id: string | null;
        };
        /** @description What became of each tool, in the order of the document */
        ImportedTools: {
            tools: {
                /** @description null where it was refused */
                tool_id: string | null;
                name: string;
                /** @enum {unknown} */
                result: "proposed" | "accepted" | "changed" | "unchanged" | "refused";
                reason: string;
                /** @description As it was proposed; null where it was refused */
                entry: components["schemas"]["ToolEntry"] | null;
            }[];
            counts: {
                proposed: number;
                accepted: number;
                changed: number;
                unchanged: number;
                refused: number;
            };
            /** @description What changes from now on, where this accepted the first entry of the environment; null otherwise */
            notice: string | null;
        };
        IntegrityAlarm: {
            alarm_id: string;
            index: number | null;
            /** @description What is wrong, in one word */
            problem: string;
            message: string;
            /** Format: date-time */
            raised_at: string;
        };
        /** @description The request is not valid; every fault is listed */
        Invalid: {
            detail: components["schemas"]["Fault"][];
        };
        /** @description The request is not valid; every fault is listed */
        InvalidOrUnreadable: {
            detail: components["schemas"]["Fault"][] | string;
        };
        Invitation: {
            invitation_id: string;
            /** @description null: for anyone with the link */
            email: string | null;
            /**
             * @description owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads
             * @enum {unknown}
             */
            role: "owner" | "admin" | "approver" | "auditor" | "viewer";
            /** @description The role in the sandbox; null: as in production */
            sandbox_role: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
            invited_by: string;
            /** Format: date-time */
            invited_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        InvitationRequest: {
            email: string;
            /**
             * @description owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads
             * @enum {unknown}
             */
            role: "owner" | "admin" | "approver" | "auditor" | "viewer";
            /** @description The role in the sandbox; null: as in production */
            sandbox_role?: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
        };
        /** @description The same document each time */
        Invoice: {
            /** @description The number of the invoice */
            invoice: string;
            tenant: {
                id: string;
                name: string;
            };
            /**
             * @description The tier of the month
             * @enum {unknown}
             */
            tier: "free" | "team" | "business" | "enterprise";
            billing_period: components["schemas"]["BillingPeriod"];
            /** @description One for each meter; only production is counted */
            usage: {
                governance_evaluations: components["schemas"]["InvoicedUse"];
                evidence_emissions: components["schemas"]["InvoicedUse"];
                compliance_checks: components["schemas"]["InvoicedUse"];
                core_api_calls: components["schemas"]["InvoicedUse"];
                trust_score_queries: components["schemas"]["InvoicedUse"];
                evidence_storage_gb: components["schemas"]["InvoicedUse"];
            };
            users: number;
            base_usd: number;
            /** @description Before credit */
            overage_usd: number;
            credit_applied_usd: number;
            credit_remaining_usd: number;
            /** @description base_usd + overage_usd - credit_applied_usd */
            amount_due_usd: number;
            /** Format: date-time */
            closed_at: string;
        };
        InvoicedUse: {
            /** @description For storage, the GB that are kept */
            used: number;
            /** @description null: no limit */
            limit: number | null;
            overage: number;
            /** @description Before credit */
            overage_cost_usd: number;
            /** @description The price of each one beyond the limit */
            rate_usd: number;
        };
        KeyOfMember: {
            id: string;
            name: string;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            scopes: ("governance:evaluate" | "evidence:read" | "evidence:write" | "usage:read" | "keys:manage" | "members:manage")[];
            /** @description The member, or the key */
            made_by: string;
        };
        /** @description A target that actions may reach */
        KnownTarget: {
            target_id: string;
            kind: components["schemas"]["TargetKind"];
            /** @description null where redaction or retention has removed it; it still counts */
            value: string | null;
            /** @description null for any */
            role: ("recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link") | null;
            /** @description null for every agent */
            agent_id: string | null;
            /** @description null for any */
            effect: components["schemas"]["Effect"] | null;
            name: string | null;
            /** @enum {unknown} */
            source: "record" | "approval";
            /** @description The approval that made it known */
            approval_id: string | null;
            /** @description null for ever */
            until: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description A key, an approval, or operator for the command line */
            created_by: string;
            evidence_id: string;
            removed_at: string | null;
        };
        /** @enum {unknown} */
        LawId: "audit_conservation" | "bounded_autonomy" | "budget_conservation" | "evidence_gravity" | "least_action_path" | "monotonic_truth" | "policy_adherence" | "safety_dominance";
        LawPassed: {
            law: components["schemas"]["LawId"];
            passed: boolean;
        };
        LawResult: {
            law_id: components["schemas"]["LawId"];
            law_name: string;
            /** @enum {unknown} */
            result: "pass" | "warn" | "fail";
            reason: string;
            details: {
                [key: string]: unknown;
            };
            duration_ms: number;
        };
        /** @description The legal hold as it is now */
        LegalHold: {
            hold_id: string;
            filter: {
                /** Format: date-time */
                from?: string;
                /** Format: date-time */
                to?: string;
                artifact_types?: string[];
                actions?: string[];
                actors?: string[];
                evidence_ids?: string[];
            };
            reason: string;
            /** @enum {unknown} */
            status: "in_force" | "lifted";
            /** Format: date-time */
            held_at: string;
            /** @description A key or member, or operator for the command line */
            held_by: string;
            evidence_id: string;
            lifted_at: string | null;
            lifted_by: string | null;
            lift_reason: string | null;
            lift_evidence_id: string | null;
        };
        /** @description The mandate as it is now */
        Mandate: {
            mandate_id: string;
            agent_id: string;
            /** @enum {unknown} */
            status: "open" | "used_up" | "closed" | "expired";
            /** @description Of its terms, from 1 */
            version: number;
            /** @description null unless keep_task was true */
            task: string | null;
            effects: components["schemas"]["Effect"][];
            /** @description Empty for every tool */
            tools: string[];
            /** @description null where the payload that states them was removed; they still count */
            targets: {
                kind: string;
                value: string;
            }[] | null;
            /** @description Whether a person, channel or thing that the task names in its words is known */
            words_of_the_task_count: boolean;
            /** @description More than the task speaks of is beyond it; null where it names no amount, or its words no longer count */
            greatest_number: number | null;
            /** @description The terms that were derived from the words of the task */
            derived: ("effects" | "targets")[];
            strict: boolean;
            budget_usd: number | null;
            /** @description Counted only where there is a budget */
            spent_usd: number;
            max_actions: number | null;
            /** @description Counted only where there is a limit */
            actions_used: number;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            opened_at: string;
            opened_by: string;
            evidence_id: string;
            closed_at: string | null;
            closed_by: string | null;
        };
        /** @description One page, newest first */
        MandatePage: {
            items: components["schemas"]["Mandate"][];
            /** @description null on the last page */
            next_cursor: string | null;
        };
        MandateTarget: {
            /**
             * @description By default, the form of the value decides
             * @enum {unknown}
             */
            kind?: "email" | "domain" | "phone" | "account" | "url" | "path" | "channel" | "person" | "object" | "program" | "detect";
            value: string;
        };
        MandateTerms: {
            /** @description What the agent may do; by default derived from the task */
            effects?: components["schemas"]["Effect"][];
            /** @description The tools it may use; empty for every tool */
            tools?: string[];
            /** @description Whom and what it may reach; by default derived from the task */
            targets?: components["schemas"]["MandateTarget"][];
            /** @description How much it may spend, in USD */
            budget_usd?: number;
            /** @description How many verdicts of proceed it is good for */
            max_actions?: number;
            /** @description What is beyond the mandate is blocked, instead of shown to a human */
            strict?: boolean;
            /** @description At most 30 days from now; by default a day */
            expires_at?: string;
        };
        MandateWidening: {
            /** @description What the agent may do; by default derived from the task */
            effects?: components["schemas"]["Effect"][];
            /** @description The tools it may use; empty for every tool */
            tools?: string[];
            /** @description Whom and what it may reach; by default derived from the task */
            targets?: components["schemas"]["MandateTarget"][];
            /** @description How much it may spend, in USD */
            budget_usd?: number;
            /** @description How many verdicts of proceed it is good for */
            max_actions?: number;
            /** @description What is beyond the mandate is blocked, instead of shown to a human */
            strict?: boolean;
            /** @description At most 30 days from now; by default a day */
            expires_at?: string;
            /** @description The approval of this very widening, once a human gave it */
            approval_id?: string;
        };
        /** @description The key or the member */
        Me: {
            /** @enum {unknown} */
            kind: "key" | "member";
            id: string;
            name: string;
            /** @description null: a key */
            email: string | null;
            /** @description In this environment; null: a key */
            role: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
            /** @description Whether a code is asked for after the password; null: a key */
            has_second_factor: boolean | null;
            scopes: ("governance:evaluate" | "evidence:read" | "evidence:write" | "usage:read" | "keys:manage" | "members:manage")[];
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            tenant: {
                id: string;
                name: string;
                /** @enum {unknown} */
                tier: "free" | "team" | "business" | "enterprise";
                /** @enum {unknown} */
                plan: "free" | "personal" | "pro" | "team" | "enterprise";
            };
            /** @description Those that a member can look at */
            tenants: {
                id: string;
                name: string;
            }[];
        };
        /** @description The member */
        Member: {
            /** @description Decisions and changes of governance name it */
            member_id: string;
            name: string;
            email: string;
            /**
             * @description owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads
             * @enum {unknown}
             */
            role: "owner" | "admin" | "approver" | "auditor" | "viewer";
            /** @description The role in the sandbox; null: as in production */
            sandbox_role: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
            has_second_factor: boolean;
            /** @description Keys that still work, which they made, or which such a key made; they are revoked with them */
            keys: components["schemas"]["KeyOfMember"][];
            /** Format: date-time */
            joined_at: string;
            /** @description The last request, to half a minute; null while no session is open */
            seen_at: string | null;
        };
        MeteredUse: {
            /** @description For storage, the GB that are kept */
            used: number;
            /** @description null: no limit */
            limit: number | null;
            overage: number;
            /** @description Before credit */
            overage_cost_usd: number;
        };
        /** @description The key, with its secret */
        NewApiKey: {
            id: string;
            name: string;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            scopes: ("governance:evaluate" | "evidence:read" | "evidence:write" | "usage:read" | "keys:manage" | "members:manage")[];
            /** @description The member or key that made it, or operator; null where an earlier version did not say */
            made_by: string | null;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** @description The secret, shown only now */
            key: string;
        };
        /** @description The invitation, with its link */
        NewInvitation: {
            invitation_id: string;
            /** @description null: for anyone with the link */
            email: string | null;
            /**
             * @description owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads
             * @enum {unknown}
             */
            role: "owner" | "admin" | "approver" | "auditor" | "viewer";
            /** @description The role in the sandbox; null: as in production */
            sandbox_role: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
            invited_by: string;
            /** Format: date-time */
            invited_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Pass it on; it works once, for this address. null where it was sent by mail */
            link: string | null;
        };
        NewMandate: {
            /** @description The agent that may act under it */
            agent_id: string;
            /** @description The task in the words of the person who gave it. Only a commitment to it is kept */
            task?: string;
            /** @description Keep the text of the task as evidence */
            keep_task?: boolean;
            /** @description What the agent may do; by default derived from the task */
            effects?: components["schemas"]["Effect"][];
            /** @description The tools it may use; empty for every tool */
            tools?: string[];
            /** @description Whom and what it may reach; by default derived from the task */
            targets?: components["schemas"]["MandateTarget"][];
            /** @description How much it may spend, in USD */
            budget_usd?: number;
            /** @description How many verdicts of proceed it is good for */
            max_actions?: number;
            /** @description What is beyond the mandate is blocked, instead of shown to a human */
            strict?: boolean;
            /** @description At most 30 days from now; by default a day */
            expires_at?: string;
        };
        NewSettings: {
            /**
             * @description accepted: claims count as stated. verified: only what the service can prove counts
             * @enum {unknown}
             */
            attestation: "accepted" | "verified";
            /** @description The least risk of your actions, no matter what a caller claims */
            catalogue: {
                /** @description `*` stands for any characters */
                action: string;
                /** @enum {unknown} */
                risk_level?: "low" | "medium" | "high" | "critical";
                is_irreversible?: boolean;
            }[];
            budget: {
                /** @description The share of what remains above which a cost needs a human */
                warn_share: number;
                /** @description The share of what remains that one irreversible step may cost */
                irreversible_step_share: number;
            };
            confidence: {
                /** @description How sure an agent must be; never less than at a lower risk */
                floor: {
                    low: number;
                    medium: number;
                    high: number;
                    critical: number;
                };
            };
            trust: {
                /** @description The trust an agent needs to act alone; never less than at a lower risk */
                required: {
                    low: number;
                    medium: number;
                    high: number;
                    critical: number;
                };
                /** @description How much more trust an irreversible action requires */
                irreversible_margin: number;
                /** @description The share of the required trust below which the action is blocked */
                fail_share: number;
                /** @description How far a claim may be above the ledger's score, in verified mode */
                claim_tolerance: number;
            };
            approvals: {
                lifetime_hours: number;
                /** @description How many parties must approve; never fewer than at a lower risk */
                required: {
                    low: number;
                    medium: number;
                    high: number;
                    critical: number;
                };
                /** @description Whether the one who asked may not decide. In verified mode they never may */
                separation_of_duties: boolean;
            };
            /**
             * @description observe: verdicts by tools, targets and mandates are only recorded. enforce: they are given. when_reviewed, the default: observe until you have accepted the first tool
             * @enum {unknown}
             */
            enforcement?: "when_reviewed" | "observe" | "enforce";
            /** @description The answer to an action that no accepted tool matches. Default: escalate */
            tools?: {
                /** @enum {unknown} */
                unlisted: "proceed" | "escalate" | "block";
            };
            /** @description The answer to a target that is not known. Default: escalate */
            targets?: {
                /** @enum {unknown} */
                unknown: "proceed" | "escalate" | "block";
                /** @description How long an approval makes its targets known. Default: 90 */
                memory_days: number;
            };
            /** @description Whether agents must name a mandate, in verified mode. Default: false */
            mandates?: {
                required: boolean;
            };
        };
        NewTarget: {
            kind: components["schemas"]["TargetKind"];
            value: string;
            /**
             * @description recipient is told, payee gets value, grantee gets access, place is read, written or run, object is acted on, program is run, link stands in an outgoing text
             * @enum {unknown}
             */
            role?: "recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link";
            /** @description Only for this agent */
            agent_id?: string;
            effect?: components["schemas"]["Effect"];
            /** @description It counts until then */
            until?: string;
            /** @description What people call it. Kept in the clear, so write no personal data */
            name?: string;
        };
        /**
         * @example {
         *       "tool": "gmail.send_email",
         *       "effect": "send",
         *       "targets": [
         *         {
         *           "path": "to[*]",
         *           "kind": "email",
         *           "role": "recipient"
         *         }
         *       ]
         *     }
         */
        NewToolEntry: {
            /** @description Its name, such as gmail.send_email, or send_email with a server; with *, a pattern over names */
            tool: string;
            /** @description The server that the tool is of */
            server?: string;
            effect: components["schemas"]["Effect"];
            effect_by?: components["schemas"]["EffectByArgument"];
            targets?: components["schemas"]["ToolTarget"][];
            amount?: components["schemas"]["ToolAmount"];
            contents?: components["schemas"]["ToolContent"][];
            /**
             * @description A floor for the risk
             * @enum {unknown}
             */
            risk_level?: "low" | "medium" | "high" | "critical";
            is_irreversible?: boolean;
            description?: string;
            /** @description Why each field was proposed */
            reasons?: {
                [key: string]: string;
            };
        };
        OutcomeReport: {
            /** @description The action that was carried out, such as email.send */
            action: string;
            /** @description Any details you want to keep */
            context: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            outcome: "success" | "failure";
            /**
             * Format: date-time
             * @description A time with its zone; at most 5 minutes in the future
             */
            executed_at: string;
            /** @description The agent that acted */
            agent_id?: string;
            /** @description The person on whose behalf it acted */
            user_id?: string;
            /** @description The evidence id of the evaluation before the action */
            evaluation_id?: string;
            /** @description What the action cost, in USD */
            actual_cost_usd?: number;
        };
        /** @description The policy */
        Policy: {
            name: string;
            /** @description The version in force; null if there is none */
            active_version: number | null;
            /** @description The hash of the version in force */
            hash: string | null;
            /** @description The version that a rollback would put in force */
            former_version: number | null;
            latest_version: number;
            /** Format: date-time */
            created_at: string;
            /** @description The id of a key, or operator */
            created_by: string;
            /**
             * Format: date-time
             * @description When the version in force last changed; until then, when the policy was created
             */
            changed_at: string;
            changed_by: string;
            /** @description The evidence of that change; null if there was none */
            evidence_id: string | null;
        };
        PolicyFault: {
            /** @description The id of the rule; null if a variable is wrong */
            rule: string | null;
            /** @description The name of the variable; null if a rule is wrong */
            variable: string | null;
            /** @description The line in the source of the rule or variable, from 1 */
            line: number;
            /** @description From 1 */
            column: number;
            message: string;
        };
        /** @description Text and numbers that rules can search, as lists. and the name; at most 10000 in all */
        PolicyLists: {
            [key: string]: unknown[];
        };
        PolicyRule: {
            /** @description Unique in its policy */
            id: string;
            /** @description The harm that the rule prevents */
            description?: string;
            /** @description A CEL expression that is true or false. It may use action, description, context, agent, user and facts, and the variables and lists of this policy */
            when: string;
            /** @enum {unknown} */
            effect: "block" | "escalate" | "note";
            /** @description The message for the caller if the rule matches */
            message?: string;
        };
        /** @description A policy and its cases, as `assize policies test` reads them; rules that read act need tools, which only the command line takes */
        PolicyTest: {
            /** @description What the policy is for */
            description?: string;
            rules: components["schemas"]["PolicyRule"][];
            /** @description Values that rules can use, as variables. and the name; each may use those before it */
            variables?: components["schemas"]["PolicyVariable"][];
            lists?: components["schemas"]["PolicyLists"];
            cases: {
                name: string;
                /** @description The body of a single evaluation */
                request: unknown;
                facts?: {
                    /** @enum {unknown} */
                    environment?: "production" | "sandbox";
                    /** @enum {unknown} */
                    risk_level?: "low" | "medium" | "high" | "critical";
                    is_irreversible?: boolean;
                    /** @enum {unknown} */
                    approval?: "verified" | "claimed" | "none";
                    budget_remaining_usd?: number;
                };
                answered?: string[];
                expect: {
                    verdict?: components["schemas"]["Verdict"];
                    matches?: string[];
                    erred?: boolean;
                };
            }[];
        };
        PolicyVariable: {
            /** @description Unique in its policy */
            name: string;
            /** @description A CEL expression of any type. It may use everything that rules may, and the variables before it */
            expression: string;
        };
        /** @description The version, which never changes */
        PolicyVersion: {
            name: string;
            version: number;
            /** @description SHA-256 of the canonical JSON of the document: sha256: and hex */
            hash: string;
            description: string;
            rule_count: number;
            /** Format: date-time */
            created_at: string;
            /** @description The id of a key, or operator */
            created_by: string;
            rules: {
                id: string;
                description: string;
                when: string;
                /** @enum {unknown} */
                effect: "block" | "escalate" | "note";
                message: string;
            }[];
            variables?: {
                name: string;
                expression: string;
            }[];
            lists?: components["schemas"]["PolicyLists"];
            /** @description The version in force; null if there is none */
            active_version: number | null;
            latest_version: number;
        };
        /** @description The entry as it is now */
        PutTool: {
            tool_id: string;
            /** @enum {unknown} */
            status: "proposed" | "accepted" | "rejected" | "changed" | "removed";
            entry: components["schemas"]["ToolEntry"];
            /** @description SHA-256 of the entry */
            hash: string;
            /** @description import, ready:NAME, review (corrected in the review) or hand */
            source: string;
            /** @description The revision of the catalogue from which it stands like this */
            revision: number;
            /** Format: date-time */
            changed_at: string;
            /** @description A key, a member, or operator for the command line */
            changed_by: string;
            evidence_id: string;
            /** @description What changes from now on, where this accepted the first entry of the environment; null otherwise */
            notice: string | null;
        };
        /** @description The evidence, which is on disk */
        RecordedOutcome: {
            evidence_id: string;
            /** @enum {unknown} */
            artifact_type: "action_executed";
            hash: string;
            previous_hash: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Missing or invalid API key */
        Refusal: {
            detail: string;
        };
        RefusedItem: {
            status: number;
            detail: components["schemas"]["Fault"][] | string;
        };
        Remedy: {
            law_id: components["schemas"]["LawId"];
            /** @description Merge this into context; null removes a field */
            change: {
                [key: string]: unknown;
            };
            note: string;
        };
        /** @description Restores of older databases, as records of the chain state them; they are listed for ever */
        Restores: {
            /** @description The index of the record that states the restore */
            index: number;
            /** @description The evidence id of that record */
            id: string;
            /**
             * Format: date-time
             * @description When that record was written
             */
            at: string;
            /** @description How many records are known to have been signed before the restore */
            last_signed_size: number;
            /** @description The signed note of exactly those records, verbatim; empty where none is known */
            last_signed: string;
            /** @description How many records there were after the restore */
            found_size: number;
            /** @description How many of them, from the first on, are proven to be those that were signed */
            proven_size: number;
            by: string;
            reason: string;
            /** @description When the backup was made; null where that is not known */
            backup_at: string | null;
            /**
             * @description Whether the record of what was signed was kept, is an older copy, or was lost; after a copy, more may have been signed
             * @enum {unknown}
             */
            signing: "kept" | "copy" | "lost";
            /** @description When that copy was made; null where it is none */
            signing_at: string | null;
            /** @description First stated by a record that a later restore took away, and repeated by the record of that restore */
            repeated: boolean;
        }[];
        /** @description The entries as they are now: first the accepted ones */
        ReviewedTools: {
            tools: components["schemas"]["Tool"][];
            /** @description What changes from now on, where this accepted the first entry of the environment; null otherwise */
            notice: string | null;
        };
        /** @description The key is revoked, now or before */
        RevokedApiKey: {
            id: string;
            revoked: boolean;
            /** Format: date-time */
            revoked_at: string;
        };
        RoleChange: {
            /**
             * @description owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads
             * @enum {unknown}
             */
            role?: "owner" | "admin" | "approver" | "auditor" | "viewer";
            /** @description The role in the sandbox; null: as in production */
            sandbox_role?: ("owner" | "admin" | "approver" | "auditor" | "viewer") | null;
        };
        /** @description The version */
        SettingsVersion: {
            /** @description 0 is the standard settings of this installation */
            version: number;
            /** @description The hash of what the laws judge by, as evaluations record it */
            law_version: string;
            created_at: string | null;
            created_by: string | null;
            in_force: boolean;
            settings: components["schemas"]["NewSettings"];
        };
        /** @description The verdict it would be; nothing is recorded */
        Simulation: {
            verdict: components["schemas"]["Verdict"];
            action: string;
            explanation: string;
            /** @description The time from request to verdict; the evidence is written after it */
            duration_ms: number;
            /** Format: date-time */
            evaluated_at: string;
            evaluations: components["schemas"]["LawResult"][];
            /** @description For each law that did not pass, the smallest change that would make it pass */
            remedies: components["schemas"]["Remedy"][];
            /** @description What the verdict rests on. claims alone: the service knows nothing of this action but what the caller says */
            basis: ("claims" | "tool" | "content" | "targets" | "mandate")[];
            would_be?: components["schemas"]["WouldBe"];
        };
        SimulationRequest: {
            /**
             * @description What the agent wants to do, such as email.send
             * @example email.send
             */
            action: string;
            /** @description The agent that acts */
            agent_id?: string;
            /** @description The person on whose behalf it acts */
            user_id?: string;
            /** @description The caller's own label; recorded, never used to select data */
            tenant_id?: string;
            /** @description The same key and body within 24 hours get the first answer again; a proceed is judged again if its agent has been halted since */
            idempotency_key?: string;
            /** @description What the action is for, in words */
            description?: string;
            context?: components["schemas"]["EvaluationContext"];
            policy?: components["schemas"]["DraftPolicy"];
        };
        /** @enum {unknown} */
        TargetKind: "email" | "domain" | "phone" | "account" | "url" | "path" | "channel" | "person" | "object" | "program";
        /** @description One page; next_cursor is null on the last */
        TargetPage: {
            items: components["schemas"]["KnownTarget"][];
            next_cursor: string | null;
        };
        /** @description The entry as it is now */
        Tool: {
            tool_id: string;
            /** @enum {unknown} */
            status: "proposed" | "accepted" | "rejected" | "changed" | "removed";
            entry: components["schemas"]["ToolEntry"];
            /** @description SHA-256 of the entry */
            hash: string;
            /** @description import, ready:NAME, review (corrected in the review) or hand */
            source: string;
            /** @description The revision of the catalogue from which it stands like this */
            revision: number;
            /** Format: date-time */
            changed_at: string;
            /** @description A key, a member, or operator for the command line */
            changed_by: string;
            evidence_id: string;
        };
        ToolAmount: {
            /** @description A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them */
            path: string;
            /** @description A code such as USD, or the path of the argument that holds it; left out, US dollars */
            currency?: string;
            in_cents?: boolean;
        };
        ToolContent: {
            /** @description A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them */
            path: string;
            /** @enum {unknown} */
            kind: "shell" | "sql" | "mongo" | "url" | "path" | "code" | "text";
            dialect?: string;
        };
        ToolEntry: {
            /** @description Its name, such as gmail.send_email, or send_email with a server; with *, a pattern over names */
            tool: string;
            /** @description The server that the tool is of */
            server?: string;
            effect?: components["schemas"]["Effect"];
            effect_by?: components["schemas"]["EffectByArgument"];
            targets: components["schemas"]["ToolTarget"][];
            amount?: components["schemas"]["ToolAmount"];
            contents: components["schemas"]["ToolContent"][];
            /**
             * @description A floor for the risk
             * @enum {unknown}
             */
            risk_level?: "low" | "medium" | "high" | "critical";
            is_irreversible?: boolean;
            description?: string;
            /** @description Why each field was proposed */
            reasons?: {
                [key: string]: string;
            };
            /** @description What the tool said of itself when it was proposed */
            seen?: {
                description_hash: string;
                schema_hash: string;
            };
        };
        ToolImport: {
            /** @description The document: the answer of MCP tools/list, a list of function tools as OpenAI or AI SDKs take them, or an OpenAPI document. This or ready */
            source?: unknown;
            /** @description The name of a ready catalogue, such as gmail */
            ready?: string;
            /**
             * @description Found out where it is left out
             * @enum {unknown}
             */
            format?: "mcp" | "openai" | "functions" | "openapi";
            /** @description The server that the tools are of */
            server?: string;
            /**
             * @description The definitions were inferred from calls, as suggestions are: the first import of the real ones is then no change of the tools
             * @default false
             */
            inferred?: boolean;
            /**
             * @description Accept all now, without a review
             * @default false
             */
            accept?: boolean;
        };
        /** @description One page; next_cursor is null on the last */
        ToolPage: {
            items: components["schemas"]["Tool"][];
            next_cursor: string | null;
        };
        ToolReview: {
            accept?: {
                tool_id: string;
                entry?: components["schemas"]["NewToolEntry"];
                /** @description Of the entry you saw; 409 if it is another */
                hash?: string;
            }[];
            reject?: string[];
        };
        ToolTarget: {
            /** @description A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them */
            path: string;
            /** @enum {unknown} */
            kind: "email" | "domain" | "phone" | "account" | "url" | "path" | "channel" | "person" | "object" | "program" | "detect";
            /** @enum {unknown} */
            role: "recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link";
            /**
             * @description An effect that counts only where this target is there
             * @enum {unknown}
             */
            effect?: "read" | "write" | "send" | "share" | "pay" | "book" | "delete" | "execute" | "configure";
        };
        /** @description The entry as it is now */
        ToolWithFormer: {
            tool_id: string;
            /** @enum {unknown} */
            status: "proposed" | "accepted" | "rejected" | "changed" | "removed";
            entry: components["schemas"]["ToolEntry"];
            /** @description SHA-256 of the entry */
            hash: string;
            /** @description import, ready:NAME, review (corrected in the review) or hand */
            source: string;
            /** @description The revision of the catalogue from which it stands like this */
            revision: number;
            /** Format: date-time */
            changed_at: string;
            /** @description A key, a member, or operator for the command line */
            changed_by: string;
            evidence_id: string;
            /** @description Of a tool that has changed: what was accepted before; null otherwise */
            former_entry: components["schemas"]["ToolEntry"] | null;
        };
        TriedTarget: {
            kind: components["schemas"]["TargetKind"];
            value: string;
            /**
             * @description recipient is told, payee gets value, grantee gets access, place is read, written or run, object is acted on, program is run, link stands in an outgoing text
             * @enum {unknown}
             */
            role?: "recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link";
            /** @description Only for this agent */
            agent_id?: string;
            effect?: components["schemas"]["Effect"];
        };
        /** @description The score as it is now */
        Trust: {
            actor_id: string;
            score: number;
            /** @description Whether anything this agent did has counted yet */
            known: boolean;
            /** @description The score of an agent about which nothing is known */
            start: number;
            /** @description The highest that the score can be before this UTC day ends */
            ceiling: number;
            /** @description The weight of the reports as they count now */
            sums: {
                successes: number;
                failures: number;
            };
            updates: number;
            last_update_evidence_id: string | null;
        };
        /** @description One page, newest first */
        TrustHistory: {
            items: components["schemas"]["TrustUpdate"][];
            /** @description null on the last page */
            next_cursor: string | null;
        };
        /** @description One page */
        TrustPage: {
            items: components["schemas"]["Trust"][];
            /** @description null on the last page */
            next_cursor: string | null;
        };
        TrustUpdate: {
            evidence_id: string;
            /** Format: date-time */
            timestamp: string;
            /** @description This and the following fields are null if the payload is gone */
            before: number | null;
            after: number | null;
            cause: {
                type: string | null;
                evidence_id: string;
            };
            risk_level: string | null;
            weight: number | null;
        };
        /** @description The findings. A contradiction is an answer too, not an error */
        TruthVerification: {
            overall_valid: boolean;
            /** @description All registries, including empty ones */
            registries_checked: number;
            /** @description 1 − gaps ⁄ items checked; 1 only if something was checked and nothing is wrong */
            consistency_score: number;
            /** @description How many gaps there are, including those that are not listed */
            gaps_detected: number;
            /**
             * Format: date-time
             * @description When the check began
             */
            verified_at: string;
            registries: {
                name: string;
                /** @description How many items were compared with their counterpart */
                checked: number;
                gaps: number;
            }[];
            /** @description At most 100, spread evenly over the registries that have gaps */
            gaps: {
                registry: string;
                /** @description The index of the artifact it concerns; null if it concerns none */
                index: number | null;
                evidence_id?: string;
                /** @description What is wrong, in a sentence */
                what: string;
            }[];
        };
        /** @description The running month, and those before it */
        UsageHistory: {
            items: components["schemas"]["UsageSummary"][];
        };
        /** @description The running month */
        UsageSummary: {
            /**
             * @description The tier of the month
             * @enum {unknown}
             */
            tier: "free" | "team" | "business" | "enterprise";
            billing_period: components["schemas"]["BillingPeriod"];
            /** @description One for each meter; only production is counted */
            usage: {
                governance_evaluations: components["schemas"]["MeteredUse"];
                evidence_emissions: components["schemas"]["MeteredUse"];
                compliance_checks: components["schemas"]["MeteredUse"];
                core_api_calls: components["schemas"]["MeteredUse"];
                trust_score_queries: components["schemas"]["MeteredUse"];
                evidence_storage_gb: components["schemas"]["MeteredUse"];
            };
            /** @description Before credit */
            total_overage_cost_usd: number;
            /** @description What remains after it has paid the overage */
            api_credit_remaining_usd: number;
        };
        /** @enum {unknown} */
        Verdict: "proceed" | "escalate" | "block";
        /** @description The findings. A chain that is not sound is an answer too, not an error */
        Verification: {
            valid: boolean;
            /**
             * @description Whether everything was verified now, or only what was added since the chain was last found sound
             * @enum {unknown}
             */
            mode: "incremental" | "full";
            /** @description How many records were ever appended */
            total_artifacts: number;
            /** @description How many records have a sound hash, link and payload */
            verified_count: number;
            /** @description How many payloads were removed because their retention had passed */
            pruned_count: number;
            /** @description How many payloads were redacted */
            redacted_count: number;
            chain_head_hash: string;
            tree_size: number;
            root_hash: string | null;
            checkpoint: string | null;
            /** Format: date-time */
            verified_at: string;
            first_invalid: {
                index: number | null;
                /** @description What is wrong, in one word */
                problem: string;
                message: string;
            } | null;
            restores: components["schemas"]["Restores"];
            /** @description Problems found now or before that have not been acknowledged yet */
            open_alarms: number;
        };
        /** @description To verify, get the keys from elsewhere and compare them with these */
        VerifierKeys: {
            /** @description The oldest first */
            keys: {
                /** @description In the format of C2SP signed-note */
                vkey: string;
                /** Format: date-time */
                valid_from: string;
                valid_until: string | null;
            }[];
        };
        /** @description The delivery as it is now */
        WebhookDelivery: {
            /** @description Sent as webhook-id */
            event_id: string;
            type: string;
            /**
             * @description failed: given up, until you replay it
             * @enum {unknown}
             */
            status: "pending" | "delivered" | "failed";
            /** @description How many in total */
            attempt_count: number;
            /** @description null if no further attempt is planned */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description When it was delivered or given up */
            settled_at: string | null;
        };
        /** @description The endpoint, without its secret */
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string | null;
            /** @description The event types it gets; null for all */
            types: components["schemas"]["EventType"][] | null;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            /** @enum {unknown} */
            status: "enabled" | "disabled";
            /** @description asked: by a key; gone: it answered 410; failing: nothing reached it for five days */
            disabled_reason: ("asked" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description The first failure since the last success */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Until when the previous secret signs too */
            previous_secret_until: string | null;
        };
        /** @description The endpoint, with its secret */
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            description: string | null;
            /** @description The event types it gets; null for all */
            types: components["schemas"]["EventType"][] | null;
            /** @enum {unknown} */
            environment: "production" | "sandbox";
            /** @enum {unknown} */
            status: "enabled" | "disabled";
            /** @description asked: by a key; gone: it answered 410; failing: nothing reached it for five days */
            disabled_reason: ("asked" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description The first failure since the last success */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Until when the previous secret signs too */
            previous_secret_until: string | null;
            /** @description The secret that signs its messages (whsec_…), shown only now */
            secret: string;
        };
        /** @description The verdict on the widening, and the mandate after it */
        WidenedMandate: {
            /**
             * @description proceed: the wider terms hold. escalate: a human is asked
             * @enum {unknown}
             */
            verdict: "proceed" | "escalate" | "block";
            explanation: string;
            /** @description Send the same again with it once it is approved */
            approval_id?: string;
            evidence_id: string;
            mandate: components["schemas"]["Mandate"];
        };
        /** @description Present where tools, targets and mandates are only observed: the verdict by them */
        WouldBe: {
            verdict: components["schemas"]["Verdict"];
            explanation: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AddedTargets = components['schemas']['AddedTargets'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
export type Approval = components['schemas']['Approval'];
export type ApprovalDecision = components['schemas']['ApprovalDecision'];
export type ApprovalPage = components['schemas']['ApprovalPage'];
export type Artifact = components['schemas']['Artifact'];
export type ArtifactInFull = components['schemas']['ArtifactInFull'];
export type ArtifactType = components['schemas']['ArtifactType'];
export type AuthZenAction = components['schemas']['AuthZenAction'];
export type AuthZenDecision = components['schemas']['AuthZenDecision'];
export type AuthZenEvaluation = components['schemas']['AuthZenEvaluation'];
export type AuthZenEvaluations = components['schemas']['AuthZenEvaluations'];
export type AuthZenResource = components['schemas']['AuthZenResource'];
export type AuthZenSubject = components['schemas']['AuthZenSubject'];
export type BacktestExample = components['schemas']['BacktestExample'];
export type BacktestResult = components['schemas']['BacktestResult'];
export type Billing = components['schemas']['Billing'];
export type BillingPeriod = components['schemas']['BillingPeriod'];
export type Budget = components['schemas']['Budget'];
export type ComplianceCheck = components['schemas']['ComplianceCheck'];
export type Conflicting = components['schemas']['Conflicting'];
export type CurrentSettings = components['schemas']['CurrentSettings'];
export type DraftPolicy = components['schemas']['DraftPolicy'];
export type Effect = components['schemas']['Effect'];
export type EffectByArgument = components['schemas']['EffectByArgument'];
export type Erasure = components['schemas']['Erasure'];
export type ErasureCertificate = components['schemas']['ErasureCertificate'];
export type ErasurePreview = components['schemas']['ErasurePreview'];
export type ErasureWithCertificate = components['schemas']['ErasureWithCertificate'];
export type Evaluation = components['schemas']['Evaluation'];
export type EvaluationB = components['schemas']['EvaluationB'];
export type EvaluationBatch = components['schemas']['EvaluationBatch'];
export type EvaluationContext = components['schemas']['EvaluationContext'];
export type EvaluationRequest = components['schemas']['EvaluationRequest'];
export type EvaluationRequestB = components['schemas']['EvaluationRequestB'];
export type EventType = components['schemas']['EventType'];
export type EvidenceHealth = components['schemas']['EvidenceHealth'];
export type EvidencePage = components['schemas']['EvidencePage'];
export type EvidenceRecord = components['schemas']['EvidenceRecord'];
export type EvidenceSearch = components['schemas']['EvidenceSearch'];
export type EvidenceStatistics = components['schemas']['EvidenceStatistics'];
export type Execution = components['schemas']['Execution'];
export type ExpectedPolicyVersion = components['schemas']['ExpectedPolicyVersion'];
export type Export = components['schemas']['Export'];
export type ExportRequest = components['schemas']['ExportRequest'];
export type Failure = components['schemas']['Failure'];
export type Fault = components['schemas']['Fault'];
export type Halt = components['schemas']['Halt'];
export type ImportedTools = components['schemas']['ImportedTools'];
export type IntegrityAlarm = components['schemas']['IntegrityAlarm'];
export type Invalid = components['schemas']['Invalid'];
export type InvalidOrUnreadable = components['schemas']['InvalidOrUnreadable'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationRequest = components['schemas']['InvitationRequest'];
export type Invoice = components['schemas']['Invoice'];
export type InvoicedUse = components['schemas']['InvoicedUse'];
export type KeyOfMember = components['schemas']['KeyOfMember'];
export type KnownTarget = components['schemas']['KnownTarget'];
export type LawId = components['schemas']['LawId'];
export type LawPassed = components['schemas']['LawPassed'];
export type LawResult = components['schemas']['LawResult'];
export type LegalHold = components['schemas']['LegalHold'];
export type Mandate = components['schemas']['Mandate'];
export type MandatePage = components['schemas']['MandatePage'];
export type MandateTarget = components['schemas']['MandateTarget'];
export type MandateTerms = components['schemas']['MandateTerms'];
export type MandateWidening = components['schemas']['MandateWidening'];
export type Me = components['schemas']['Me'];
export type Member = components['schemas']['Member'];
export type MeteredUse = components['schemas']['MeteredUse'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewMandate = components['schemas']['NewMandate'];
export type NewSettings = components['schemas']['NewSettings'];
export type NewTarget = components['schemas']['NewTarget'];
export type NewToolEntry = components['schemas']['NewToolEntry'];
export type OutcomeReport = components['schemas']['OutcomeReport'];
export type Policy = components['schemas']['Policy'];
export type PolicyFault = components['schemas']['PolicyFault'];
export type PolicyLists = components['schemas']['PolicyLists'];
export type PolicyRule = components['schemas']['PolicyRule'];
export type PolicyTest = components['schemas']['PolicyTest'];
export type PolicyVariable = components['schemas']['PolicyVariable'];
export type PolicyVersion = components['schemas']['PolicyVersion'];
export type PutTool = components['schemas']['PutTool'];
export type RecordedOutcome = components['schemas']['RecordedOutcome'];
export type Refusal = components['schemas']['Refusal'];
export type RefusedItem = components['schemas']['RefusedItem'];
export type Remedy = components['schemas']['Remedy'];
export type Restores = components['schemas']['Restores'];
export type ReviewedTools = components['schemas']['ReviewedTools'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type RoleChange = components['schemas']['RoleChange'];
export type SettingsVersion = components['schemas']['SettingsVersion'];
export type Simulation = components['schemas']['Simulation'];
export type SimulationRequest = components['schemas']['SimulationRequest'];
export type TargetKind = components['schemas']['TargetKind'];
export type TargetPage = components['schemas']['TargetPage'];
export type Tool = components['schemas']['Tool'];
export type ToolAmount = components['schemas']['ToolAmount'];
export type ToolContent = components['schemas']['ToolContent'];
export type ToolEntry = components['schemas']['ToolEntry'];
export type ToolImport = components['schemas']['ToolImport'];
export type ToolPage = components['schemas']['ToolPage'];
export type ToolReview = components['schemas']['ToolReview'];
export type ToolTarget = components['schemas']['ToolTarget'];
export type ToolWithFormer = components['schemas']['ToolWithFormer'];
export type TriedTarget = components['schemas']['TriedTarget'];
export type Trust = components['schemas']['Trust'];
export type TrustHistory = components['schemas']['TrustHistory'];
export type TrustPage = components['schemas']['TrustPage'];
export type TrustUpdate = components['schemas']['TrustUpdate'];
export type TruthVerification = components['schemas']['TruthVerification'];
export type UsageHistory = components['schemas']['UsageHistory'];
export type UsageSummary = components['schemas']['UsageSummary'];
export type Verdict = components['schemas']['Verdict'];
export type Verification = components['schemas']['Verification'];
export type VerifierKeys = components['schemas']['VerifierKeys'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WidenedMandate = components['schemas']['WidenedMandate'];
export type WouldBe = components['schemas']['WouldBe'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
