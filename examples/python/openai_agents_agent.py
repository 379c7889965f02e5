"""An agent of the OpenAI Agents SDK, which waits until a human has approved. Marked lines are Assize's."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import shop
from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool, set_tracing_disabled
from around import accept_tools, audit, person_who_approves
from assize import AsyncAssize  # Assize 1
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

AGENT = "openai-agents-agent"
assize = AsyncAssize(agent_id=AGENT)  # Assize 2


@function_tool
@assize.guard  # Assize 3
async def list_orders() -> str:
    """List the open orders. Changes nothing."""
    return json.dumps(shop.list_orders())


@function_tool
@assize.guard(wait_seconds=60)  # Assize 4
async def pay_refund(customer_email: str, order_id: str, amount_usd: float) -> str:
    """Pay money of an order back to the customer."""
    return shop.pay_refund(customer_email, order_id, amount_usd)


class ScriptedModel(Model):
    """Replaces a model: it lists the orders, pays one back, and says so."""

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        answers = sum(item.get("type") == "function_call_output" for item in input if isinstance(item, dict))
        calls = [("list_orders", {}), ("pay_refund", shop.REFUND)]
        output = call_of(*calls[answers]) if answers < len(calls) else message_of("Ann has her money back.")
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def call_of(name: str, arguments: dict) -> ResponseFunctionToolCall:
    written = json.dumps(arguments)
    return ResponseFunctionToolCall(
        type="function_call", id=name, call_id=f"call-{name}", name=name, arguments=written
    )


def message_of(text: str) -> ResponseOutputMessage:
    content = ResponseOutputText(type="output_text", text=text, annotations=[])
    return ResponseOutputMessage(
        type="message", id="message", role="assistant", status="completed", content=[content]
    )


async def main() -> None:
    agent = Agent(name=AGENT, model=ScriptedModel(), tools=[list_orders, pay_refund])
    with person_who_approves(AGENT):
        result = await Runner.run(agent, shop.TASK)
    print(f"agent: {result.final_output}")
    await assize.close()


set_tracing_disabled(True)
accept_tools(
    [
        {"name": tool.name, "description": tool.description, "parameters": tool.params_json_schema}
        for tool in (list_orders, pay_refund)
    ]
)
asyncio.run(main())
audit(AGENT)
