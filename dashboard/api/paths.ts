/** The shapes of the API, made from docs/openapi.json by `npm run client:types`. */

import type { components } from '../../client/api.ts';

export interface paths {
    "/api/v1/core/governance/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate an action: may it be carried out?
         * @description Needs a key with the scope `governance:evaluate`.
         */
        post: operations["evaluateA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/governance/evaluate/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate up to 100 actions in one request
         * @description Needs a key with the scope `governance:evaluate`.
         */
        post: operations["evaluateBatchA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/governance/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate an action, and record it as executed if it may proceed
         * @description Needs a key with the scope `governance:evaluate`.
         */
        post: operations["execute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/governance/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a request: get the verdict it would have, with nothing recorded
         * @description Needs a key with the scope `governance:evaluate`.
         */
        post: operations["simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/halts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List halts, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listHalts"];
        put?: never;
        /**
         * Halt one agent or all: from now on every verdict is block
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["createHalt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/halts/{halt_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a halt; lifting it again changes nothing
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["liftHalt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known targets, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listTargets"];
        put?: never;
        /**
         * Add targets that actions may reach; what is known already stays as it is
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["addTargets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/targets/{target_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a known target, also one that was removed
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        /**
         * Remove a target; removing it again changes nothing
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["removeTarget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mandates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mandates, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listMandatesA"];
        put?: never;
        /**
         * Say what a task is for, before the agent reads anything
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["openMandateA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mandates/{mandate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a mandate
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getMandateA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mandates/{mandate_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a mandate; closing it again changes nothing
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["closeMandateA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mandates/{mandate_id}/narrow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow less; this needs no approval
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["narrowMandateA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mandates/{mandate_id}/widen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow more, once a human has approved it
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["widenMandateA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the budgets, oldest first, and what remains of them
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listBudgets"];
        put?: never;
        /**
         * Limit what may be spent in a day or a month: in total, by one agent or on some actions
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["createBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/budgets/{budget_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a budget, including a deleted one
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getBudget"];
        /**
         * Change the limit or the name of a budget
         * @description Needs a key with the scope `keys:manage`.
         */
        put: operations["changeBudget"];
        post?: never;
        /**
         * Delete a budget, so that it no longer limits anything; it stays on record
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["deleteBudget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an action that was carried out, and how it ended
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["reportOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find evidence by type, action, verdict and time
         * @description Needs a key with the scope `evidence:read`.
         */
        post: operations["searchEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest artifact of each type
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["latestEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest signed checkpoint, to keep where the operator can't change it
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["evidenceCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest signed checkpoint, at the path of C2SP tlog-tiles
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["logCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/verifier-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that sign checkpoints, and when each was valid
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["evidenceVerifierKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the chain still begins with what it once was
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["evidenceConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/log/tile/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tile or a bundle of entries of C2SP tlog-tiles
         * @description Needs a key with the scope `evidence:read`.
         *
         *     `tile/<L>/<N>[.p/<W>]` or `tile/entries/<N>[.p/<W>]`
         */
        get: operations["logTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an artifact, with its leaf
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["evidenceRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an offline proof that an artifact is in the signed chain
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["evidenceProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export evidence as JSON (which can be verified offline), CSV or PDF
         * @description Needs a key with the scope `evidence:read`.
         */
        post: operations["exportEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/export/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what an export contains, and who downloaded it
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["showExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/export/{export_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export, with its link or with a key
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/{id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the payload and salt of an artifact for good
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["redactEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Remove every record that names a person, or preview that
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["eraseSubject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one erasure and its certificate
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legal holds, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listLegalHolds"];
        put?: never;
        /**
         * Keep evidence from retention, redaction and erasure
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["setLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/holds/{hold_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one legal hold
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getLegalHold"];
        put?: never;
        post?: never;
        /**
         * Lift a legal hold; lifting it again changes nothing
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["liftLegalHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count verdicts over time, and the actions that are held back most
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getEvidenceStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what the last verification found, and which alarms are open
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getEvidenceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/truth-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare everything the service keeps with the evidence, in both directions
         * @description Needs a key with the scope `evidence:read`.
         *
         *     With `Accept: text/event-stream` you get events `progress` (`{"done","total"}`) while it works, and at the end one `result` with the same answer, or one `error`. They count registries.
         */
        get: operations["verifyTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recompute every hash, link and commitment of the chain
         * @description Needs a key with the scope `evidence:read`.
         *
         *     With `Accept: text/event-stream` you get events `progress` (`{"done","total"}`) while it works, and at the end one `result` with the same answer, or one `error`.
         */
        get: operations["verifyEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evidence/verify/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge what verification found wrong, so that evaluations can go on
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["acknowledgeIntegrityAlarms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/compliance/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the frameworks you can check against
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["complianceFrameworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/compliance/frameworks/{framework}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a framework: its controls, and the checks that answer them
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["complianceFramework"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/compliance/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the evidence of a period against a framework
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["checkCompliance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/compliance/checks/{evidence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recorded compliance check
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["complianceCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/compliance/checks/{evidence_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of a recorded compliance check as PDF
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["complianceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions that wait for a human, oldest first, or those that were resolved
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listApprovalsA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval, at once or when it is resolved
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getApprovalA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the action
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["approveA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject the action
         * @description Needs a key with the scope `evidence:write`.
         */
        post: operations["rejectA"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the events since then, at once or as soon as there is one
         * @description Needs a key with the scope `evidence:read`.
         *
         *     With `Accept: text/event-stream` you get a stream of server-sent events: `id` is the sequence, `event` the type, `data` the item as JSON. A comment comes every 15 seconds. The stream ends after ten minutes, when the key is revoked, and when the service stops; browsers open it again by themselves and miss nothing.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenant's keys, newest first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key; only this answer contains its secret
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key for good
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who you are: the key, or the member who is signed in
         * @description Needs any key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenant's members, those who joined first first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member and revoke their keys; what they did stays on record
         * @description Needs a key with the scope `members:manage`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role; it holds on every node within a second
         * @description Needs a key with the scope `members:manage`.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/v1/members/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations that can still be accepted, newest first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person; the link works once, within 7 days, for this address
         * @description Needs a key with the scope `members:manage`.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Needs a key with the scope `members:manage`.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/trust/{actor_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent's trust score
         * @description Needs a key with the scope `evidence:read`.
         *
         *     Costs one trust score query. An agent about which nothing is known has the score that all agents start with.
         */
        get: operations["getTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/trust/{actor_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an agent gained and lost trust for
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listTrustUpdates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/core/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents about which something is known
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was used this month, how much is left, and what the overage costs
         * @description Needs a key with the scope `usage:read`.
         */
        get: operations["usageSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is due for this month so far
         * @description Needs a key with the scope `usage:read`.
         */
        get: operations["billingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a summary of each month since the account began, newest first
         * @description Needs a key with the scope `usage:read`.
         */
        get: operations["usageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/invoices/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the invoice of a closed month as JSON, CSV or PDF
         * @description Needs a key with the scope `usage:read`.
         */
        get: operations["invoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints of your key's environment, oldest first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create an endpoint that gets events; only this answer contains the secret that signs them
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an endpoint
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and the log of its deliveries
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change the URL, description or types of an endpoint
         * @description Needs a key with the scope `keys:manage`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret; for 24 hours the old one signs too
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send to an endpoint again, from now on
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an endpoint nothing any more; what is still pending is given up
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to an endpoint
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of an endpoint, newest first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery, with its attempts
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again, under the same webhook-id
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send everything again that has failed since a time
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["replayFailedWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notices of your key's environment, newest first
         * @description Needs a key with the scope `keys:manage`.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings in force
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getSettings"];
        /**
         * Put a whole document in force as a new version; this is recorded as evidence
         * @description Needs a key with the scope `keys:manage`.
         */
        put: operations["setSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listSettingsVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version; 0 is the standard settings of this installation
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getSettingsVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["diffSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a stored version; this is recorded as evidence
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["activateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the policies of your key's environment, by name
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Store a policy as a draft, which has no effect until you activate it
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check rules without storing them, and see where they are wrong
         * @description Needs a key with the scope `evidence:read`.
         */
        post: operations["validatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a policy, and which version of it is in force
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a policy, newest first
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listPolicyVersions"];
        put?: never;
        /**
         * Store the next version of a policy as a draft
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["addPolicyVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a policy, with its rules
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getPolicyVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version in force instead of the present one, on every node within a second
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["activatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put no version of a policy in force any more
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["deactivatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the version in force again that was before this one
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["rollBackPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold rules against cases without storing either
         * @description Needs a key with the scope `evidence:read`.
         */
        post: operations["testPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{name}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge recorded evaluations again under a version or a draft of a policy
         * @description Needs a key with the scopes `keys:manage` and `evidence:read`.
         *
         *     Nothing is recorded. With `Accept: application/x-ndjson` you get lines `{"progress":{"done","total"}}` (in artifacts) while it works, and at the end `{"result":{…}}` or `{"error":{…}}`.
         */
        post: operations["backtestPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge recorded evaluations again under other settings
         * @description Needs a key with the scopes `keys:manage` and `evidence:read`.
         *
         *     Nothing is recorded. With `Accept: application/x-ndjson` you get lines `{"progress":{"done","total"}}` (in artifacts) while it works, and at the end `{"result":{…}}` or `{"error":{…}}`.
         */
        post: operations["backtestSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of your key's environment, in the order in which they were first seen
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["listTools"];
        /**
         * Write an entry by hand, accepted at once; one of the same name is replaced
         * @description Needs a key with the scope `keys:manage`.
         */
        put: operations["putTool"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry of the catalogue of tools
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["getTool"];
        put?: never;
        post?: never;
        /**
         * Take an entry out of the catalogue; removing it again changes nothing
         * @description Needs a key with the scope `keys:manage`.
         */
        delete: operations["removeTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose entries for the tools of a document, or take a ready catalogue
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["importTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept entries, as proposed or corrected, and reject others; they hold on every node within a second
         * @description Needs a key with the scope `keys:manage`.
         */
        post: operations["reviewTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/judgement/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what was held and what would be held, by day and by reason
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["judgementReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest entries for actions that are not in the catalogue of tools; nothing is stored
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["suggestTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/targets/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest targets that actions reached and nothing makes known; nothing is stored
         * @description Needs a key with the scope `evidence:read`.
         */
        get: operations["suggestTargets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface operations {
    evaluateA: {
        parameters: {
            query?: never;
            header?: {
                /** @description You can send this instead of idempotency_key in the body */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "email.send",
                 *       "context": {
                 *         "risk_level": "low",
                 *         "confidence_score": 0.9
                 *       },
                 *       "agent_id": "agent-7"
                 *     }
                 */
                "application/json": components["schemas"]["EvaluationRequest"];
            };
        };
        responses: {
            /** @description The verdict, whose evidence is on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
        };
    };
    evaluateBatchA: {
        parameters: {
            query?: never;
            header?: {
                /** @description You can send this instead of idempotency_key in the body */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "evaluations": [
                 *         {
                 *           "action": "email.send",
                 *           "context": {
                 *             "risk_level": "low",
                 *             "confidence_score": 0.9
                 *           },
                 *           "agent_id": "agent-7"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EvaluationBatch"];
            };
        };
        responses: {
            /** @description Each item as a single call would have answered it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In the order of the request */
                        results: (components["schemas"]["Evaluation"] | components["schemas"]["RefusedItem"])[];
                    };
                };
            };
        };
    };
    execute: {
        parameters: {
            query?: never;
            header?: {
                /** @description You can send this instead of idempotency_key in the body */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "email.send",
                 *       "context": {
                 *         "risk_level": "low",
                 *         "confidence_score": 0.9
                 *       },
                 *       "agent_id": "agent-7"
                 *     }
                 */
                "application/json": components["schemas"]["EvaluationRequest"];
            };
        };
        responses: {
            /** @description The verdict, and whether the action is recorded as executed. Both are on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    simulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "email.send",
                 *       "context": {
                 *         "risk_level": "low"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SimulationRequest"];
            };
        };
        responses: {
            /** @description The verdict it would be; nothing is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
        };
    };
    listHalts: {
        parameters: {
            query?: {
                status?: "in_force" | "all";
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; next_cursor is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Halt"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createHalt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent-7",
                 *       "reason": "It sent 400 mails in a minute"
                 *     }
                 */
                "application/json": {
                    /** @description The agent to halt; this or all */
                    agent_id?: string;
                    /**
                     * @description Halt every agent of this environment; send this or agent_id
                     * @enum {boolean}
                     */
                    all?: true;
                    /** @description The reason, which each verdict repeats. It becomes evidence, so write no personal data */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The halt as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Halt"];
                };
            };
        };
    };
    liftHalt: {
        parameters: {
            query?: {
                /** @description The reason. It becomes evidence, so write no personal data */
                reason?: string;
            };
            header?: never;
            path: {
                halt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The halt as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Halt"];
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: {
                kind?: components["schemas"]["TargetKind"];
                /** @description record: added by you. approval: remembered from an approved action */
                source?: "record" | "approval";
                /** @description Only those of this agent alone */
                agent_id?: string;
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; next_cursor is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetPage"];
                };
            };
        };
    };
    addTargets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "targets": [
                 *         {
                 *           "kind": "domain",
                 *           "value": "example.com",
                 *           "role": "recipient"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    targets: components["schemas"]["NewTarget"][];
                };
            };
        };
        responses: {
            /** @description All of them are stored, or none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedTargets"];
                };
            };
        };
    };
    getTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                target_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A target that actions may reach */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownTarget"];
                };
            };
        };
    };
    removeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                target_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A target that actions may reach */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownTarget"];
                };
            };
        };
    };
    listMandatesA: {
        parameters: {
            query?: {
                /** @description Exactly this agent */
                agent_id?: string;
                /** @description A page with large records is shorter; next_cursor says whether more follows */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MandatePage"];
                };
            };
        };
    };
    openMandateA: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent-7",
                 *       "task": "Send the minutes of Monday to ann@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NewMandate"];
            };
        };
        responses: {
            /** @description The mandate as it is now */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
        };
    };
    getMandateA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mandate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mandate as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
        };
    };
    closeMandateA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mandate_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mandate as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
        };
    };
    narrowMandateA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mandate_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "effects": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MandateTerms"];
            };
        };
        responses: {
            /** @description The mandate as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
        };
    };
    widenMandateA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mandate_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "effects": [
                 *         "read",
                 *         "send"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MandateWidening"];
            };
        };
        responses: {
            /** @description The verdict on the widening, and the mandate after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidenedMandate"];
                };
            };
        };
    };
    listBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All budgets that are not deleted; at most 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budgets: components["schemas"]["Budget"][];
                        total: number;
                    };
                };
            };
        };
    };
    createBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Refunds",
                 *       "limit_usd": 250,
                 *       "period": "day",
                 *       "action_pattern": "refund.*"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description USD, with up to six decimals; 0 means that nothing may be spent */
                    limit_usd: number;
                    /**
                     * @description UTC
                     * @enum {unknown}
                     */
                    period: "day" | "month";
                    /** @description Only this agent; default: every agent */
                    agent_id?: string;
                    /** @description Only actions that match, where * stands for any characters; default: every action */
                    action_pattern?: string;
                };
            };
        };
        responses: {
            /** @description The budget as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
        };
    };
    getBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                budget_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budget as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
        };
    };
    changeBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                budget_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit_usd": 300,
                 *       "expected_revision": 1
                 *     }
                 */
                "application/json": {
                    /** @description USD, with up to six decimals; 0 means that nothing may be spent */
                    limit_usd: number;
                    name?: string;
                    /** @description The revision that you want to change */
                    expected_revision: number;
                };
            };
        };
        responses: {
            /** @description The budget as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
        };
    };
    deleteBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                budget_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budget as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
        };
    };
    reportOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "email.send",
                 *       "context": {
                 *         "recipient_type": "internal"
                 *       },
                 *       "outcome": "success",
                 *       "executed_at": "2026-01-31T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeReport"];
            };
        };
        responses: {
            /** @description The evidence, which is on disk */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedOutcome"];
                };
            };
        };
    };
    searchEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An artifact must match all filters */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "artifact_type": "governance_eval",
                 *       "verdict": "block",
                 *       "limit": 10
                 *     }
                 */
                "application/json": components["schemas"]["EvidenceSearch"];
            };
        };
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencePage"];
                };
            };
        };
    };
    latestEvidence: {
        parameters: {
            query?: {
                /** @description Default: the six published types */
                types?: components["schemas"]["ArtifactType"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each artifact type that has any */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            [key: string]: {
                                id: string;
                                artifact_type: components["schemas"]["ArtifactType"];
                                action: string | null;
                                verdict: string | null;
                                hash: string;
                                /** Format: date-time */
                                timestamp: string;
                                /** @description How it ended, if the type has such a word: approved; rejected, expired; executed, success, failure; met, partial, not_met, not_assessed */
                                status?: string;
                                /** @description The law results of an evaluation */
                                evaluations?: {
                                    [key: string]: unknown;
                                }[];
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
        };
    };
    evidenceCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    logCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    evidenceVerifierKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To verify, get the keys from elsewhere and compare them with these */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifierKeys"];
                };
            };
        };
    };
    evidenceConsistency: {
        parameters: {
            query: {
                /** @description A size that the chain once had */
                from: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PROOF(from, D[to]) of RFC 6962 section 2.1.2 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: number;
                        /** @description The size of the newest checkpoint */
                        to: number;
                        from_root: string;
                        to_root: string;
                        proof: string[];
                    };
                };
            };
        };
    };
    logTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Such as `0/x001/x234/067` or `entries/000.p/5` */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hashes of 32 bytes end to end; or leaves, each after its length in 16 bits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    evidenceRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payload and salt are null after redaction, or when their retention has passed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactInFull"];
                };
            };
        };
    };
    evidenceProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A C2SP tlog-proof with the leaf as its extra data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    exportEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "json",
                 *       "include_chain_verification": true
                 *     }
                 */
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description The export is tied to a signed checkpoint that covers everything recorded so far; the file is made at each download */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    showExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was exported, and who downloaded it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export_id: string;
                        /** @enum {unknown} */
                        format: "json" | "csv" | "pdf";
                        /** @description Whether the CSV begins with a byte order mark */
                        csv_bom?: boolean;
                        filter: {
                            from_date: string | null;
                            to_date: string | null;
                            artifact_types: string[] | null;
                        };
                        /** @description Artifacts at this index and later are not included */
                        tree_size: number;
                        /** @description The signed note of that size */
                        checkpoint: string;
                        artifact_count: number;
                        restores: components["schemas"]["Restores"];
                        /** Format: date-time */
                        created_at: string;
                        /** @description The id of a key, or `operator` */
                        created_by: string;
                        /**
                         * Format: date-time
                         * @description When the link expires; with a key you can download it after that too
                         */
                        expires_at: string;
                        /** @description The newest first */
                        downloads: {
                            /** @description The id of a key, `link` or `operator` */
                            opened_by: string;
                            /** Format: date-time */
                            started_at: string;
                            finished_at: string | null;
                            /** @description null while the download is running, or if its node stopped before it ended */
                            outcome: ("finished" | "broken_off") | null;
                            bytes: number | null;
                        }[];
                    };
                };
            };
        };
    };
    downloadExport: {
        parameters: {
            query?: {
                /** @description A link consists of these three parameters */
                chain?: string;
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export as an attachment; its length is not known in advance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
        };
    };
    redactEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Erasure request 2026-117"
                 *     }
                 */
                "application/json": {
                    /** @description The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data, and nothing that you are redacting */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The artifact is redacted, now or before. Its hash, links and proofs still verify */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** Format: date-time */
                        redacted_at: string;
                        /** @description The evidence of the redaction; the first, if the artifact was redacted or pruned before */
                        evidence_id: string;
                        /** @description Whether payload and salt are gone; if false, they are removed within minutes */
                        payload_removed: boolean;
                    };
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; next_cursor is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Erasure"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    eraseSubject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "marie@example.com",
                 *       "reason": "Erasure request 2026-117",
                 *       "preview": true
                 *     }
                 */
                "application/json": {
                    /** @description The value that stands for a person: an address, a number, a name. Found as a value and within texts, without regard to case */
                    subject: string;
                    /** @description The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data */
                    reason: string;
                    /**
                     * @description Only say what would be removed, and remove nothing
                     * @default false
                     */
                    preview?: boolean;
                    /**
                     * @description Leave what legal holds keep, instead of answering 409
                     * @default false
                     */
                    except_held?: boolean;
                };
            };
        };
        responses: {
            /** @description The erasure; of a preview, what it would remove */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasurePreview"] | components["schemas"]["ErasureWithCertificate"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An erasure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureWithCertificate"];
                };
            };
        };
    };
    listLegalHolds: {
        parameters: {
            query?: {
                status?: "in_force" | "all";
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; next_cursor is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LegalHold"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    setLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "actors": [
                 *           "agent-7"
                 *         ]
                 *       },
                 *       "reason": "Case 2026-31"
                 *     }
                 */
                "application/json": {
                    /** @description Each part that is given has to match. An empty filter holds everything */
                    filter: {
                        /** @description Recorded at this time or later */
                        from_date?: string;
                        /** @description Recorded before this time */
                        to_date?: string;
                        artifact_types?: components["schemas"]["ArtifactType"][];
                        /** @description These actions, however they are spelled */
                        actions?: string[];
                        /** @description The agents, users or keys that records name as actor, however they are spelled */
                        actors?: string[];
                        evidence_ids?: string[];
                    };
                    /** @description The reason. It becomes evidence that is never removed, so write no personal data */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The legal hold as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    getLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hold_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The legal hold as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    liftLegalHold: {
        parameters: {
            query: {
                /** @description The reason. It becomes evidence that is never removed, so write no personal data */
                reason: string;
            };
            header?: never;
            path: {
                hold_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The legal hold as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    getEvidenceStatistics: {
        parameters: {
            query?: {
                /** @description Lowered to the start of its interval (UTC). Default: a day before `to` */
                from?: string;
                /** @description Not included; raised to the end of its interval. Default: now */
                to?: string;
                /** @description Default: hour for up to three days, otherwise day. At most 2,400 of them */
                interval?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Exact counts. Evaluations count at the time at which they were recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceStatistics"];
                };
            };
        };
    };
    getEvidenceHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found last. To look now, verify */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceHealth"];
                };
            };
        };
    };
    verifyTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. A contradiction is an answer too, not an error */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TruthVerification"];
                    "text/event-stream": string;
                };
            };
        };
    };
    verifyEvidence: {
        parameters: {
            query?: {
                /** @description Verify everything again, including what was verified before */
                full?: boolean;
                /** @description A signed checkpoint that you kept elsewhere (the note in base64url): the chain must begin with what it covers */
                trusted_checkpoint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. A chain that is not sound is an answer too, not an error */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                    "text/event-stream": string;
                };
            };
        };
    };
    acknowledgeIntegrityAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "A restored backup; the original is back"
                 *     }
                 */
                "application/json": {
                    /** @description The comment, which is recorded as evidence */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description Every alarm that was open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acknowledged: components["schemas"]["IntegrityAlarm"][];
                        /** Format: date-time */
                        acknowledged_at: string;
                    };
                };
            };
        };
    };
    complianceFrameworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {unknown} */
                            id: "eu_ai_act" | "nist_ai_rmf" | "iso_42001" | "soc2" | "owasp_agentic";
                            name: string;
                            /** @description The text that the controls interpret */
                            edition: string;
                            /** @description Who it applies to, and which parts of it are covered */
                            scope: string;
                            /** @description Where to find that text, and what the control numbers were checked against */
                            source: string;
                            /** @description How many */
                            controls: number;
                        }[];
                    };
                };
            };
        };
    };
    complianceFramework: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                framework: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The controls that are covered, and how each is judged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        id: "eu_ai_act" | "nist_ai_rmf" | "iso_42001" | "soc2" | "owasp_agentic";
                        name: string;
                        /** @description The text that the controls interpret */
                        edition: string;
                        /** @description Who it applies to, and which parts of it are covered */
                        scope: string;
                        /** @description Where to find that text, and what the control numbers were checked against */
                        source: string;
                        controls: {
                            title: string;
                            /** @description The framework's own number */
                            id: string;
                            /** @description In the words of this service, not of the framework */
                            asks: string;
                            /** @description The checks that answer it; none if all of it is outside */
                            checks: string[];
                            evidence: string | null;
                            /** @description What software can't show */
                            outside: string;
                        }[];
                        /** @description The checks that its controls are based on */
                        checks: {
                            title: string;
                            id: string;
                            rule: string;
                            /** @description What it checks may never happen; if it didn't, the result leaves the check out */
                            occasional: boolean;
                            /** @description If this is not met, the control is not met */
                            decisive: boolean;
                        }[];
                    };
                };
            };
        };
    };
    checkCompliance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "framework": "eu_ai_act",
                 *       "from_date": "2026-01-01"
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    framework: "eu_ai_act" | "nist_ai_rmf" | "iso_42001" | "soc2" | "owasp_agentic";
                    /** @description Recorded at this time or later; by default 90 days before the end */
                    from_date?: string;
                    /** @description Recorded before this time; by default now */
                    to_date?: string;
                };
            };
        };
        responses: {
            /** @description The findings, which are evidence and on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
        };
    };
    complianceCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                evidence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings, which are evidence and on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
        };
    };
    complianceReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                evidence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made from the record: the same bytes each time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listApprovalsA: {
        parameters: {
            query?: {
                /** @description resolved: any but pending, in the order of resolution. Default: pending, or resolved if you give a time of resolution */
                status?: "pending" | "approved" | "rejected" | "expired" | "cancelled" | "consumed" | "resolved";
                /** @description Exactly this agent */
                agent_id?: string;
                /** @description Exactly this action */
                action?: string;
                /** @description Decided, or expired, at this time or later */
                resolved_from?: string;
                /** @description Decided, or expired, before this time */
                resolved_to?: string;
                /** @description Default: desc (the newest first) in the order of resolution, otherwise asc */
                order?: "asc" | "desc";
                /** @description A page with large records is shorter; next_cursor says whether more follows */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. The key or person who decided stands in `decisions` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
        };
    };
    getApprovalA: {
        parameters: {
            query?: {
                /** @description For how many seconds to hold the answer while the approval is pending */
                wait?: number;
            };
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    approveA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "comment": "Checked with finance",
                 *       "decided_by": "dana"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    rejectA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "comment": "Checked with finance",
                 *       "decided_by": "dana"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The last `next` you got, or the last sequence you have seen; 0 starts at the oldest event that is kept. Without it, you get what happens from now on */
                after?: number;
                /** @description Only these types; you may repeat it */
                types?: components["schemas"]["EventType"][];
                limit?: number;
                /** @description For how many seconds to hold the answer while there is nothing */
                wait?: number;
            };
            header?: {
                /** @description For a stream: the last `id` you got. It counts before `after` */
                "last-event-id"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description The webhook-id of its deliveries */
                            id: string;
                            /** @description Its position among the events of the environment, from 1 */
                            sequence: number;
                            type: string;
                            /** Format: date-time */
                            timestamp: string;
                            /**
                             * @description The data as webhooks send it.
                             *
                             *     - `approval.created` (a request waits for a human): `approval_id`, `escalation_id`, `action`, `agent_id`, `user_id`, `evidence_id`, `requested_by`, `risk_level`, `required_approvals`, `created_at`, `expires_at`
                             *     - `approval.resolved` (an approval was decided, or expired): `approval_id`, `escalation_id`, `action`, `agent_id`, `user_id`, `evidence_id`, `resolution`, `resolved_at`
                             *     - `evaluation.escalated` (a verdict is escalate): `evidence_id`, `approval_id`, `escalation_id`, `action`, `actor`
                             *     - `evaluation.blocked` (a verdict is block): `evidence_id`, `action`, `actor`
                             *     - `evidence.integrity_failed` (verification found a chain altered): `alarm_id`, `chain_id`, `index`, `problem`, `message`
                             *     - `action.executed_despite_block` (an outcome was reported for a blocked action): `evidence_id`, `evaluation_id`, `action`, `actor`
                             *     - `key.expiring` (a key expires within seven days, and again within 24 hours): `key_id`, `name`, `prefix`, `last4`, `environment`, `expires_at`, `expires_in_hours`
                             *     - `usage.threshold_reached` (80, 100 or 150 % of a month's allowance are used, once for each meter): `meter`, `threshold`, `used`, `limit`, `period`, `tier`
                             *     - `usage.reported` (a day on which something was used has been over for an hour): `period`, `usage`
                             *     - `trust.changed` (an agent's score passed a whole point): `agent_id`, `before`, `after`, `evidence_id`
                             *     - `agent.halted` (one agent was halted, or all were): `halt_id`, `agent_id`, `evidence_id`
                             *     - `tool.changed` (an import found that a listed tool has another description or schema, so it is unlisted until it is reviewed): `tool_id`, `tool`, `evidence_id`
                             */
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Send this as `after` the next time, even if items is empty */
                        next: number;
                    };
                    "text/event-stream": string;
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys of both environments, and to the sandbox its own; revoked and expired ones included */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "environment": "sandbox",
                 *       "scopes": [
                 *         "governance:evaluate"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key, with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked, now or before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key or the member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description Keys of theirs that are not revoked, by id; for another owner to say */
                keep_keys?: string[];
            };
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They can no longer sign in to this tenant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member_id: string;
                        removed: boolean;
                        revoked_keys: string[];
                    };
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Open invitations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "dana@acme.example",
                 *       "role": "approver"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation, with its link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its link no longer works */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation_id: string;
                        withdrawn: boolean;
                    };
                };
            };
        };
    };
    getTrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent_id that it uses in evaluations */
                actor_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trust"];
                };
            };
        };
    };
    listTrustUpdates: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The agent_id that it uses in evaluations */
                actor_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustHistory"];
                };
            };
        };
    };
    listTrust: {
        parameters: {
            query?: {
                /** @description Sort by score, the least trusted first */
                order?: "name" | "score";
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustPage"];
                };
            };
        };
    };
    usageSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The running month */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageSummary"];
                };
            };
        };
    };
    billingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The running month */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Billing"];
                };
            };
        };
    };
    usageHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The running month, and those before it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageHistory"];
                };
            };
        };
    };
    invoice: {
        parameters: {
            query?: {
                format?: "json" | "csv" | "pdf";
            };
            header?: never;
            path: {
                /** @description Such as 2026-10 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A month is closed an hour after its end */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints of this environment, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["WebhookEndpoint"][];
                        total: number;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/assize",
                 *       "types": [
                 *         "approval.created",
                 *         "approval.resolved"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The URL to post events to. In production it must be https and public */
                    url: string;
                    description?: string;
                    /** @description The event types it gets. Default: all */
                    types?: components["schemas"]["EventType"][];
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted, with the log of its deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        deleted: boolean;
                    };
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description Fields that you leave out stay as they are */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": null
                 *     }
                 */
                "application/json": {
                    /** @description The URL to post events to. In production it must be https and public */
                    url?: string;
                    /** @description null removes it */
                    description?: string | null;
                    /** @description null for all */
                    types?: components["schemas"]["EventType"][] | null;
                };
            };
        };
        responses: {
            /** @description The endpoint, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The endpoint, with its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The endpoint, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The endpoint, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A webhook.test event is on its way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of its delivery in the log */
                        event_id: string;
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Default: all */
                status?: "pending" | "delivered" | "failed";
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, and how each attempt ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                        /** @description The last hundred attempts, in the order they were made */
                        attempts: {
                            /** @description From 1 */
                            attempt: number;
                            /** Format: date-time */
                            started_at: string;
                            duration_ms: number;
                            /** @description The HTTP status; null if there was no answer */
                            status: number | null;
                            /** @description What went wrong; null if nothing did */
                            error: string | null;
                            /** @description The first 4 kB of the answer */
                            response: string | null;
                        }[];
                    };
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        /** @description An optional body */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The delivery as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    replayFailedWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-07-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description Only events since then: a time with its zone, or a day, which begins at midnight UTC */
                    since: string;
                };
            };
        };
        responses: {
            /** @description The deliveries are pending again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many deliveries are sent again */
                        replayed: number;
                    };
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the key's environment; mail is sent for both */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description The notice in one line */
                            title: string;
                            notice_id: string;
                            /** @enum {unknown} */
                            kind: "approval_pending" | "key_expiring_7d" | "key_expiring_24h" | "webhook_disabled" | "usage_80" | "usage_100" | "usage_150";
                            /** @enum {unknown} */
                            environment: "production" | "sandbox";
                            /** @description An id that is the same for the same occasion */
                            subject: string;
                            /** @description The dashboard's page about it */
                            page: string | null;
                            /** @description The things it names */
                            data: {
                                [key: string]: unknown;
                            };
                            /**
                             * @description logged: there was no mail server or no contact; not_needed: the reason was gone before it was sent
                             * @enum {unknown}
                             */
                            status: "waiting" | "sent" | "logged" | "not_needed" | "given_up";
                            /** Format: date-time */
                            created_at: string;
                            sent_at: string | null;
                            /** @description The mail address */
                            sent_to: string | null;
                        }[];
                        /** @description null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings in force; activated_at is null if nothing was ever set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSettings"];
                };
            };
        };
    };
    setSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "attestation": "accepted",
                 *         "catalogue": [],
                 *         "budget": {
                 *           "warn_share": 0.8,
                 *           "irreversible_step_share": 0.5
                 *         },
                 *         "confidence": {
                 *           "floor": {
                 *             "low": 0,
                 *             "medium": 0.5,
                 *             "high": 0.7,
                 *             "critical": 0.9
                 *           }
                 *         },
                 *         "trust": {
                 *           "required": {
                 *             "low": 20,
                 *             "medium": 40,
                 *             "high": 60,
                 *             "critical": 80
                 *           },
                 *           "irreversible_margin": 10,
                 *           "fail_share": 0.5,
                 *           "claim_tolerance": 20
                 *         },
                 *         "approvals": {
                 *           "lifetime_hours": 24,
                 *           "required": {
                 *             "low": 1,
                 *             "medium": 1,
                 *             "high": 1,
                 *             "critical": 1
                 *           },
                 *           "separation_of_duties": false
                 *         }
                 *       },
                 *       "expected_version": 0
                 *     }
                 */
                "application/json": {
                    settings: components["schemas"]["NewSettings"];
                    /** @description The version you expect to be in force; you get 409 if another one is */
                    expected_version: number;
                };
            };
        };
        responses: {
            /** @description The settings in force; activated_at is null if nothing was ever set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSettings"];
                };
            };
        };
    };
    listSettingsVersions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Only versions with a lower number */
                before?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first; version 0 is not listed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            /** @description 0 is the standard settings of this installation */
                            version: number;
                            /** @description The hash of what the laws judge by, as evaluations record it */
                            law_version: string;
                            created_at: string | null;
                            created_by: string | null;
                            in_force: boolean;
                        }[];
                        /** @description How many versions there are */
                        total: number;
                    };
                };
            };
        };
    };
    getSettingsVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsVersion"];
                };
            };
        };
    };
    diffSettings: {
        parameters: {
            query: {
                from: number;
                /** @description Default: the one in force */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One difference for each path */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: number;
                        to: number;
                        differences: {
                            /** @description Such as trust.required.high, or catalogue[email.*] */
                            path: string;
                            /** @description null if it was not there */
                            from: unknown;
                            /** @description null if it is no longer there */
                            to: unknown;
                        }[];
                    };
                };
            };
        };
    };
    activateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 0,
                 *       "expected_version": 0
                 *     }
                 */
                "application/json": {
                    version: number;
                    /** @description The version you expect to be in force; you get 409 if another one is */
                    expected_version: number;
                };
            };
        };
        responses: {
            /** @description The settings in force; activated_at is null if nothing was ever set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSettings"];
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policies: components["schemas"]["Policy"][];
                        total: number;
                    };
                };
            };
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "payments",
                 *       "rules": [
                 *         {
                 *           "id": "large-payment",
                 *           "when": "action == \"payment.send\" && context.amount_usd > 1000",
                 *           "effect": "escalate",
                 *           "message": "Payments above 1,000 USD need a person."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Lower-case letters, digits, dashes and underscores, at most 64
                     * @example payments
                     */
                    name: string;
                    /** @description What the policy is for */
                    description?: string;
                    rules: components["schemas"]["PolicyRule"][];
                    /** @description Values that rules can use, as variables. and the name; each may use those before it */
                    variables?: components["schemas"]["PolicyVariable"][];
                    lists?: components["schemas"]["PolicyLists"];
                };
            };
        };
        responses: {
            /** @description The version, which never changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    validatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The policy to check */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "id": "large-payment",
                 *           "when": "action == \"payment.send\" && context.amount_usd > 1000",
                 *           "effect": "escalate",
                 *           "message": "Payments above 1,000 USD need a person."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DraftPolicy"];
            };
        };
        responses: {
            /** @description What is wrong with the rules and variables; creating a policy would be refused for the same reasons */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        faults: components["schemas"]["PolicyFault"][];
                    };
                };
            };
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    listPolicyVersions: {
        parameters: {
            query?: {
                /** @description Only versions older than this one */
                before?: number;
                limit?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without their rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
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
                        }[];
                        /** @description The version in force; null if there is none */
                        active_version: number | null;
                        latest_version: number;
                    };
                };
            };
        };
    };
    addPolicyVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_version": 1,
                 *       "rules": [
                 *         {
                 *           "id": "large-payment",
                 *           "when": "action == \"payment.send\" && context.amount_usd > 1000",
                 *           "effect": "escalate",
                 *           "message": "Payments above 1,000 USD need a person."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The latest version there is */
                    expected_version: number;
                    /** @description What the policy is for */
                    description?: string;
                    rules: components["schemas"]["PolicyRule"][];
                    /** @description Values that rules can use, as variables. and the name; each may use those before it */
                    variables?: components["schemas"]["PolicyVariable"][];
                    lists?: components["schemas"]["PolicyLists"];
                };
            };
        };
        responses: {
            /** @description The version, which never changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    getPolicyVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Its number */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, which never changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    activatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "expected_version": null
                 *     }
                 */
                "application/json": {
                    /** @description The version to put in force */
                    version: number;
                    /** @description The version you expect to be in force; null for none */
                    expected_version: number | null;
                };
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    deactivatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ExpectedPolicyVersion"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    rollBackPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_version": null
                 *     }
                 */
                "application/json": components["schemas"]["ExpectedPolicyVersion"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
        };
    };
    testPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A policy and its cases, as `assize policies test` reads them; rules that read act need tools, which only the command line takes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "id": "large-payment",
                 *           "when": "action == \"payment.send\" && context.amount_usd > 1000",
                 *           "effect": "escalate",
                 *           "message": "Payments above 1,000 USD need a person."
                 *         }
                 *       ],
                 *       "cases": [
                 *         {
                 *           "name": "asks a person beyond a thousand",
                 *           "request": {
                 *             "action": "payment.send",
                 *             "context": {
                 *               "amount_usd": 1001
                 *             }
                 *           },
                 *           "expect": {
                 *             "verdict": "escalate"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PolicyTest"];
            };
        };
        responses: {
            /** @description What is wrong with the rules and variables; creating a policy would be refused for the same reasons; and what the rules make of each case */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        faults: components["schemas"]["PolicyFault"][];
                        /** @description In the order in which you sent them; none where a rule is wrong */
                        cases: {
                            name: string;
                            passed: boolean;
                            verdict: components["schemas"]["Verdict"];
                            /** @description The rules that match */
                            matches: string[];
                            /** @description The rules that could not be evaluated, which blocks, or escalates where a rule only costs too much */
                            erred: string[];
                        }[];
                    };
                };
            };
        };
    };
    backtestPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "from_date": "2026-10-01"
                 *     }
                 */
                "application/json": {
                    /** @description The version to try; the newest if you give neither this nor a draft */
                    version?: number;
                    /** @description A draft to try; a policy of this name need not exist */
                    policy?: components["schemas"]["DraftPolicy"];
                    settings?: components["schemas"]["NewSettings"];
                    /** @description A stored version instead; 0 is the standard settings */
                    settings_version?: number;
                    /** @description The whole catalogue of tools to try; left out, the one that held */
                    tools?: components["schemas"]["NewToolEntry"][];
                    /** @description Records to try, beside those that there were */
                    targets?: components["schemas"]["TriedTarget"][];
                    /**
                     * @description Left out, as the settings say
                     * @enum {unknown}
                     */
                    enforcement?: "when_reviewed" | "observe" | "enforce";
                    /** @description The first moment of the period */
                    from_date?: string;
                    /** @description The end of the period, not included */
                    to_date?: string;
                    /** @description How many evaluations to name for each change, at most; default: 20 */
                    examples?: number;
                };
            };
        };
        responses: {
            /** @description Which verdicts would have been different */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestResult"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    backtestSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings_version": 0
                 *     }
                 */
                "application/json": {
                    settings?: components["schemas"]["NewSettings"];
                    /** @description A stored version instead; 0 is the standard settings */
                    settings_version?: number;
                    /** @description The whole catalogue of tools to try; left out, the one that held */
                    tools?: components["schemas"]["NewToolEntry"][];
                    /** @description Records to try, beside those that there were */
                    targets?: components["schemas"]["TriedTarget"][];
                    /**
                     * @description Left out, as the settings say
                     * @enum {unknown}
                     */
                    enforcement?: "when_reviewed" | "observe" | "enforce";
                    /** @description The first moment of the period */
                    from_date?: string;
                    /** @description The end of the period, not included */
                    to_date?: string;
                    /** @description How many evaluations to name for each change, at most; default: 20 */
                    examples?: number;
                };
            };
        };
        responses: {
            /** @description Which verdicts would have been different */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestResult"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                /** @description Left out, all but removed ones */
                status?: "proposed" | "accepted" | "rejected" | "changed" | "removed";
                /** @description Only tools of this server, as it is written in their entries */
                server?: string;
                limit?: number;
                /** @description next_cursor of the page before, with the same filters */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; next_cursor is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolPage"];
                };
            };
        };
    };
    putTool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry": {
                 *         "tool": "gmail.send_email",
                 *         "effect": "send",
                 *         "targets": [
                 *           {
                 *             "path": "to[*]",
                 *             "kind": "email",
                 *             "role": "recipient"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    entry: components["schemas"]["NewToolEntry"];
                };
            };
        };
        responses: {
            /** @description The entry as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutTool"];
                };
            };
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolWithFormer"];
                };
            };
        };
    };
    removeTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
        };
    };
    importTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ready": "gmail",
                 *       "accept": true
                 *     }
                 */
                "application/json": components["schemas"]["ToolImport"];
            };
        };
        responses: {
            /** @description What became of each tool, in the order of the document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedTools"];
                };
            };
        };
    };
    reviewTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accept": [
                 *         {
                 *           "tool_id": "tool_0123456789abcdef01234567"
                 *         }
                 *       ],
                 *       "reject": []
                 *     }
                 */
                "application/json": components["schemas"]["ToolReview"];
            };
        };
        responses: {
            /** @description The entries as they are now: first the accepted ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewedTools"];
                };
            };
        };
    };
    judgementReport: {
        parameters: {
            query?: {
                /** @description The first moment; by default 14 days before the end */
                from?: string;
                /** @description The end, not included; by default now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Held, and would be held, by day and by reason */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        /** @description How many evaluations were read */
                        evaluations: number;
                        /** @description How many of them have no payload any more */
                        skipped: number;
                        /** @description true where the period has more than 50000 evaluations: then the newest were read */
                        cut: boolean;
                        /** @description How many were escalated or blocked */
                        held: number;
                        /** @description How many proceeded, and would be held if nothing were only observed */
                        would_be_held: number;
                        days: {
                            /**
                             * Format: date
                             * @description UTC
                             */
                            date: string;
                            /** @description Evaluations */
                            evaluations: number;
                            /** @description How many were escalated or blocked */
                            held: number;
                            /** @description How many proceeded, and would be held if nothing were only observed */
                            would_be_held: number;
                        }[];
                        /** @description An evaluation can count under several */
                        reasons: {
                            /** @enum {unknown} */
                            reason: "unlisted_tool" | "unknown_target" | "beyond_mandate" | "unreadable_content" | "grave_effect_without_mandate" | "unknown_agent" | "other";
                            /** @description How many were escalated or blocked */
                            held: number;
                            /** @description How many proceeded, and would be held if nothing were only observed */
                            would_be_held: number;
                            /** @description The most frequent first */
                            actions: {
                                action: string;
                                /** @description Evaluations */
                                count: number;
                            }[];
                            /** @description Examples, the newest first */
                            evidence_ids: string[];
                        }[];
                    };
                };
            };
        };
    };
    suggestTools: {
        parameters: {
            query?: {
                /** @description The first moment; by default 14 days before the end */
                from?: string;
                /** @description The end, not included; by default now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        /** @description How many evaluations were read */
                        evaluations: number;
                        /** @description How many of them have no payload any more */
                        skipped: number;
                        /** @description true where the period has more than 50000 evaluations: then the newest were read */
                        cut: boolean;
                        /** @description Whether there are more than are listed */
                        has_more: boolean;
                        tools: {
                            action: string;
                            /** @description In how many evaluations */
                            count: number;
                            /** @description At most 20 */
                            agents: string[];
                            /** Format: date-time */
                            last_seen: string;
                            last_approved: string | null;
                            /** @description How many of them a human approved */
                            approved_count: number;
                            /** @description Examples, the newest first */
                            evidence_ids: string[];
                            /** @description Whether the catalogue has it, proposed, rejected or changed */
                            in_review: boolean;
                            /** @description The body with which POST /api/v1/tools/import proposes it */
                            import: {
                                [key: string]: unknown;
                            };
                            /** @description null where none can be made */
                            entry: components["schemas"]["ToolEntry"] | null;
                            /** @description Why there is no entry */
                            reason: string | null;
                        }[];
                    };
                };
            };
        };
    };
    suggestTargets: {
        parameters: {
            query?: {
                /** @description The first moment; by default 14 days before the end */
                from?: string;
                /** @description The end, not included; by default now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        /** @description How many evaluations were read */
                        evaluations: number;
                        /** @description How many of them have no payload any more */
                        skipped: number;
                        /** @description true where the period has more than 50000 evaluations: then the newest were read */
                        cut: boolean;
                        /** @description Whether there are more than are listed */
                        has_more: boolean;
                        targets: {
                            kind: components["schemas"]["TargetKind"];
                            value: string;
                            /** @enum {unknown} */
                            role: "recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link";
                            effect: components["schemas"]["Effect"];
                            /** @description In how many evaluations */
                            count: number;
                            /** @description At most 20 */
                            agents: string[];
                            /** Format: date-time */
                            last_seen: string;
                            last_approved: string | null;
                            /** @description How many of them a human approved */
                            approved_count: number;
                            /** @description Examples, the newest first */
                            evidence_ids: string[];
                        }[];
                        /** @description Domains of which at least three addresses were approved */
                        domains: {
                            domain: string;
                            /** @enum {unknown} */
                            role: "recipient" | "payee" | "grantee" | "place" | "object" | "program" | "link";
                            effect: components["schemas"]["Effect"];
                            /** @description Different approved addresses */
                            addresses: number;
                            /** @description Approvals */
                            approved_count: number;
                        }[];
                    };
                };
            };
        };
    };
}
