"""An agent of LangGraph, which stops where a human must approve, and continues later. Marked lines are Assize's."""

from around import accept_tools, audit, person_who_approves
from assize import ApprovalRequired, Assize, use_approval  # Assize 1
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command, interrupt
from shop import REFUND, TASK, list_orders, pay_refund

AGENT = "langgraph-agent"
assize = Assize(agent_id=AGENT)  # Assize 2
governed_refund = assize.guard(pay_refund)  # Assize 3


@tool(description=pay_refund.__doc__)
def pay_refund(customer_email: str, order_id: str, amount_usd: float) -> str:
    try:
        return governed_refund(customer_email, order_id, amount_usd)
    except ApprovalRequired as required:  # Assize 4
        return interrupt(required.approval_id)


tools = [tool(assize.guard(list_orders)), pay_refund]


def scripted_model(state: MessagesState) -> dict:
    """Replaces a model: it lists the orders, pays one back, and says so."""
    answers = sum(message.type == "tool" for message in state["messages"])
    calls = [("list_orders", {}), ("pay_refund", REFUND)][answers : answers + 1]
    if not calls:
        return {"messages": [AIMessage("Ann has her money back.")]}
    tool_calls = [{"name": name, "args": args, "id": f"call-{answers}"} for name, args in calls]
    return {"messages": [AIMessage("", tool_calls=tool_calls)]}


graph = StateGraph(MessagesState)
graph.add_node("model", scripted_model)
graph.add_node("tools", ToolNode(tools))
graph.add_edge(START, "model")
graph.add_conditional_edges("model", tools_condition)
graph.add_edge("tools", "model")
agent = graph.compile(checkpointer=InMemorySaver())

accept_tools([convert_to_openai_tool(one) for one in tools])
thread = {"configurable": {"thread_id": "refund of SO-31"}}
state = agent.invoke({"messages": [("user", TASK)]}, thread)
while "__interrupt__" in state:
    approval_id = state["__interrupt__"][0].value
    # The graph is stored now, and may continue in another process: here someone approves in the meantime.
    with person_who_approves(AGENT):
        pass
    with use_approval(approval_id, action="pay_refund"):  # Assize 5
        state = agent.invoke(Command(resume=True), thread)

print(f"agent: {state['messages'][-1].content}")
audit(AGENT)
