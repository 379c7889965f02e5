"""The shop that the example agents work for: one tool lists orders, the other pays money back."""

import uuid

# Different each time: an approval makes its targets known, so a second refund would not be held.
RUN = uuid.uuid4().hex[:8]
CUSTOMER = f"ann.{RUN}@customer.example"
ORDER = f"SO-{RUN}"


def list_orders() -> list[dict]:
    """List the open orders. Changes nothing."""
    # An address that the shop's own list returned would be known, and a refund to it not held.
    return [{"order_id": ORDER, "customer": "Ann", "total_usd": 40}]


def pay_refund(customer_email: str, order_id: str, amount_usd: float) -> str:
    """Pay money of an order back to the customer."""
    # Printed, so that you see that it happened, and how often.
    print(f"tool: refunded {amount_usd} USD of {order_id} to {customer_email}", flush=True)
    return f"refunded {amount_usd} USD"


TASK = "Pay back what Ann sent back."

# The calls that the scripted models make.
REFUND = {"customer_email": CUSTOMER, "order_id": ORDER, "amount_usd": 40}
