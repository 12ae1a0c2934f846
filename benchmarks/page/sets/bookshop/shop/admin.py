from typing import ClassVar

from django.contrib import admin

from shop.models import Author, Book, Line, Order


class LineInline(admin.TabularInline):
    model = Line
    extra = 2
    autocomplete_fields = ("book",)


class BookInline(admin.StackedInline):
    model = Book
    extra = 0
    fields = ("title", "slug", "genre", "published", "price")


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    list_display = ("name", "born", "website")
    search_fields = ("name",)
    inlines = (BookInline,)


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ("title", "author", "genre", "published", "price", "in_print")
    list_filter = ("genre", "in_print")
    search_fields = ("title", "author__name")
    prepopulated_fields: ClassVar = {"slug": ("title",)}
    filter_horizontal = ("contributors",)
    radio_fields: ClassVar = {"genre": admin.HORIZONTAL}
    fieldsets = (
        (None, {"fields": ("title", "slug", "author", "contributors")}),
        ("Sale", {"fields": ("genre", ("published", "price"), "in_print")}),
        ("Text", {"fields": ("cover", "blurb"), "classes": ("collapse",)}),
    )


@admin.action(description="Mark as shipped")
def mark_as_shipped(_admin: object, _request: object, orders: object) -> None:
    orders.update(status="shipped")


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ("number", "customer", "mail", "status", "placed", "express")
    list_editable = ("status", "express")
    list_filter = ("status", "express", "placed")
    search_fields = ("number", "customer")
    date_hierarchy = "placed"
    actions = (mark_as_shipped,)
    inlines = (LineInline,)
    save_as = True
