/** The agents: who answers for each, what it may do, and what it did. */
import { type Cell, Grid } from '../../documents/grid.ts';
import type { Sheet } from '../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH, type TextStyle } from '../../documents/theme.ts';
import { countText } from '../../documents/wording.ts';
import type { RecordedAgent } from '../agents-in-period.ts';
import type { ComplianceRecord } from '../record.ts';

/** Records of earlier versions have no inventory, and their report has no such part. */
export function drawInventory(sheet: Sheet, { inventory }: ComplianceRecord): void {
  if (inventory === undefined) return;
  const { agents, more, evaluations } = inventory;
  sheet.section('Agents');
  sheet.paragraph('Agents', STYLES.heading, 'H1');
  sheet.y += 4;
  const about =
    agents.length === 0
      ? 'No agent is registered, and none was seen.'
      : `The inventory as it stood when it was checked. Verdicts are of the newest ${countText(evaluations)} evaluations of the period.`;
  sheet.paragraph(more === 0 ? about : `${about} ${countText(more)} more are left out.`, STYLES.body);
  sheet.y += 8;
  if (agents.length > 0) drawAgents(sheet, agents);
}

function drawAgents(sheet: Sheet, agents: readonly RecordedAgent[]): void {
  const grid = new Grid(sheet, [
    { title: 'Agent and purpose', width: TEXT_WIDTH - 330 },
    { title: 'Who answers', width: 110 },
    { title: 'What it may do', width: 120 },
    { title: 'What it did', width: 100 },
  ]);
  for (const agent of agents) {
    const cell = (column: number, ...texts: [string, TextStyle][]): Cell => ({
      blocks: texts
        .filter(([text]) => text !== '')
        .map(([text, style]) => sheet.block(text, style, { width: grid.innerWidth(column) })),
    });
    const { name, agent_id: agentId, purpose, owner, identified_by: how } = agent;
    const isNamed = name !== null && name !== agentId;
    grid.row([
      cell(
        0,
        [isNamed ? name : agentId, STYLES.cellStrong],
        [isNamed ? agentId : '', STYLES.cellMonoQuiet],
        [purpose ?? '', STYLES.cell],
      ),
      cell(1, [owner?.id ?? 'No one', STYLES.cell], [agent.status, STYLES.label]),
      cell(2, [mayText(agent), STYLES.cell], [how === null ? '' : `known by: ${how}`, STYLES.label]),
      cell(3, [didText(agent), STYLES.cell]),
    ]);
  }
  grid.end();
}

function mayText({ status, scopes }: RecordedAgent): string {
  if (status === 'suspended' || status === 'retired') return 'Nothing';
  return scopes.length === 0 ? 'No key of its own' : scopes.join(', ');
}

function didText({ verdicts }: RecordedAgent): string {
  const given = Object.entries(verdicts).filter(([, count]) => count > 0);
  return given.map(([verdict, count]) => `${countText(count)} ${verdict}`).join(', ') || 'Nothing';
}
