"""The helpers that `func:` may call, each an async function in the file of its site.

Upstream writes arguments into the scripts that it runs. These helpers pass them as arguments, because a selector may
contain quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from actwright.webarena.helpers.anywhere import get_query_text, get_query_text_lowercase
from actwright.webarena.helpers.gitlab import gitlab_get_project_memeber_role
from actwright.webarena.helpers.orders import (
    shopping_get_order_product_name_list,
    shopping_get_order_product_option,
    shopping_get_order_product_quantity,
)
from actwright.webarena.helpers.products import (
    shopping_get_num_reviews,
    shopping_get_product_attributes,
    shopping_get_product_price,
    shopping_get_rating_as_percentage,
)
from actwright.webarena.helpers.reddit import (
    reddit_get_latest_comment_content_by_username,
    reddit_get_parent_comment_username_of_latest_comment_by_username,
    reddit_get_post_url,
)
from actwright.webarena.helpers.shop import (
    shopping_get_latest_order_url,
    shopping_get_sku_latest_review_author,
    shopping_get_sku_latest_review_rating,
    shopping_get_sku_latest_review_text,
)
from actwright.webarena.surroundings import Helper

__all__ = ["HELPERS"]

HELPERS: Mapping[str, Helper] = MappingProxyType(
    {
        helper.__name__: helper
        for helper in (
            get_query_text,
            get_query_text_lowercase,
            gitlab_get_project_memeber_role,
            reddit_get_latest_comment_content_by_username,
            reddit_get_parent_comment_username_of_latest_comment_by_username,
            reddit_get_post_url,
            shopping_get_latest_order_url,
            shopping_get_num_reviews,
            shopping_get_order_product_name_list,
            shopping_get_order_product_option,
            shopping_get_order_product_quantity,
            shopping_get_product_attributes,
            shopping_get_product_price,
            shopping_get_rating_as_percentage,
            shopping_get_sku_latest_review_author,
            shopping_get_sku_latest_review_rating,
            shopping_get_sku_latest_review_text,
        )
    }
)
"""The helpers, by the names that configs use."""
